//! Choosing the samples near a point, and fitting a surface to them.

use nalgebra::{Cholesky, DMatrix, DVector};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::surface::{Order, Surface, place};
use crate::view::words::page::count;

/// A value measured at a point of the unit cube.
#[derive(Clone, Debug, PartialEq)]
pub struct PointSample {
    /// The point, one coordinate per tuned weight.
    pub point: Vec<f64>,
    /// The measured value; for scores, the natural logarithm of the mean.
    pub value: f64,
    /// The variance of the measured value.
    pub variance: f64,
}

/// Reason why no surface can be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoFit {
    /// There are fewer samples than the simplest polynomial needs.
    #[error("it takes {} candidates or more, and there are {}", count(*needed), count(*samples))]
    TooFew {
        /// Number of usable samples.
        samples: usize,
        /// Number of samples needed.
        needed: usize,
    },
    /// The samples do not differ in enough directions.
    #[error("the candidates do not differ in enough directions")]
    Degenerate,
    /// The logarithm of a score says nothing: lower scores are better, or differences count.
    #[error(
        "it is one of relative changes, and this campaign compares by differences, or prefers \
         lower scores"
    )]
    NoRatios,
}

/// Samples per term that a polynomial needs; with fewer, the products of coordinates are dropped.
const SAMPLES_PER_TERM: f64 = 2.5;
/// Samples per term that a neighbourhood keeps, if there are that many.
const NEAR_PER_TERM: usize = 6;
/// Scatter about the surface above which the neighbourhood is halved.
const MAX_SCATTER: f64 = 1.25;
/// Standard deviation below which a coordinate counts as constant.
const MIN_SPREAD: f64 = 1e-9;
/// Smallest pivot of the Cholesky factor, relative to the diagonal, of a solvable system.
const MIN_PIVOT: f64 = 1e-10;

impl Surface {
    /// Fits a surface around a point to the samples near it.
    ///
    /// Distances are measured in units of each coordinate's standard deviation. A sample's weight
    /// is the tricube of its distance divided by the distance of the farthest sample used. All
    /// samples are used at first. While they scatter by more than 1.25 times their own variance,
    /// the farther half is dropped, down to six samples for each term.
    ///
    /// # Errors
    /// If there are too few samples, or if they do not differ in enough directions.
    pub fn fit(samples: &[PointSample], centre: &[f64]) -> Result<Self, NoFit> {
        let is_sound = |sample: &&PointSample| {
            sample.value.is_finite()
                && sample.variance > 0.0
                && sample.variance.is_finite()
                && sample.point.len() == centre.len()
                && sample.point.iter().all(|x| x.is_finite())
        };
        let samples: Vec<&PointSample> = samples.iter().filter(is_sound).collect();
        let used: Vec<(usize, f64)> = (0..centre.len())
            .map(|index| (index, spread(&samples, index)))
            .filter(|(_, spread)| *spread > MIN_SPREAD)
            .collect();
        let needed = |order: Order| SAMPLES_PER_TERM * order.terms(used.len().max(1)) as f64;
        let enough = |order: Order| samples.len() as f64 >= needed(order);
        if used.is_empty() || !enough(Order::Separate) {
            let needed = needed(Order::Separate).ceil() as usize;
            return Err(NoFit::TooFew { samples: samples.len(), needed });
        }
        let of = |order| Self::of_order(&samples, centre, &used, order);
        let full = enough(Order::Full).then(|| of(Order::Full)).flatten();
        full.or_else(|| of(Order::Separate)).ok_or(NoFit::Degenerate)
    }

    /// Fits in the widest neighbourhood where a polynomial of this order describes the samples.
    fn of_order(
        samples: &[&PointSample],
        centre: &[f64],
        used: &[(usize, f64)],
        order: Order,
    ) -> Option<Self> {
        let places: Vec<Vec<f64>> =
            samples.iter().map(|sample| place(&sample.point, centre, used)).collect();
        let min_near = (NEAR_PER_TERM * order.terms(used.len())).min(samples.len());
        let mut near = samples.len();
        let mut widest = Self::of_near(samples, &places, centre, used, order, near);
        while near > min_near && widest.as_ref().is_some_and(|fit| fit.scatter > MAX_SCATTER) {
            near = (near / 2).max(min_near);
            let narrower = Self::of_near(samples, &places, centre, used, order, near);
            if narrower.is_none() {
                break;
            }
            widest = narrower;
        }
        widest
    }

    /// Fits to the `near` samples that are nearest to the centre.
    fn of_near(
        samples: &[&PointSample],
        places: &[Vec<f64>],
        centre: &[f64],
        used: &[(usize, f64)],
        order: Order,
        near: usize,
    ) -> Option<Self> {
        let kernel = kernel(places, near);
        let near: Vec<usize> = (0..samples.len()).filter(|&i| kernel[i] > 0.0).collect();
        let rows: Vec<DVector<f64>> =
            near.iter().map(|&i| DVector::from_vec(order.at(&places[i]))).collect();
        let weights: Vec<f64> = near.iter().map(|&i| kernel[i] / samples[i].variance).collect();
        let terms = order.terms(used.len());
        let mut normal = DMatrix::zeros(terms, terms);
        let mut right = DVector::zeros(terms);
        for ((row, weight), &i) in rows.iter().zip(&weights).zip(&near) {
            normal.ger(*weight, row, row, 1.0);
            right.axpy(weight * samples[i].value, row, 1.0);
        }
        let inverse = inverse(normal)?;
        let coefficients = &inverse * right;
        // HC3: (X'WX)^-1 X'W diag(e^2 / (1 - h)^2) WX (X'WX)^-1.
        let mut middle = DMatrix::zeros(terms, terms);
        let (mut residual_sum, mut max_leverage, mut kernel_sum) = (0.0, 0.0_f64, 0.0);
        for ((row, weight), &i) in rows.iter().zip(&weights).zip(&near) {
            let leverage = row.dot(&(&inverse * row));
            let left = (1.0 - weight * leverage).max(1e-3);
            let residual = samples[i].value - row.dot(&coefficients);
            middle.ger((weight * residual / left).powi(2), row, row, 1.0);
            residual_sum += weight * residual * residual / left;
            max_leverage = max_leverage.max(leverage);
            kernel_sum += kernel[i];
        }
        let squares: f64 = near.iter().map(|&i| kernel[i] * kernel[i]).sum();
        let freedom = (kernel_sum * kernel_sum / squares - terms as f64).max(1.0);
        let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
        Some(Self {
            centre: centre.to_vec(),
            used: used.to_vec(),
            order,
            coefficients,
            covariance: &inverse * middle * &inverse,
            inverse,
            quantile: student.inverse_cdf(0.975),
            max_leverage,
            samples: near.len(),
            scatter: residual_sum / kernel_sum,
        })
    }
}

/// Returns the standard deviation of a coordinate over the samples.
fn spread(samples: &[&PointSample], coordinate: usize) -> f64 {
    let values: Vec<f64> = samples.iter().map(|s| s.point[coordinate]).collect();
    tune2048_tuner::statistics::standard_deviation(&values).unwrap_or(0.0)
}

/// Returns the tricube weight of each sample, 0 for all but about the `near` nearest.
fn kernel(places: &[Vec<f64>], near: usize) -> Vec<f64> {
    let distance = |place: &Vec<f64>| place.iter().map(|z| z * z).sum::<f64>().sqrt();
    let distances: Vec<f64> = places.iter().map(distance).collect();
    let mut sorted = distances.clone();
    sorted.sort_by(f64::total_cmp);
    // The farthest sample that is used still gets a small weight.
    let reach = 1.05 * sorted[near - 1];
    let tricube = |distance: &f64| {
        let share = distance / reach;
        (1.0 - (share * share * share).min(1.0)).powi(3)
    };
    distances.iter().map(tricube).collect()
}

/// Returns the inverse of the normal equations' matrix, or `None` if it is nearly singular.
fn inverse(normal: DMatrix<f64>) -> Option<DMatrix<f64>> {
    let diagonal = normal.diagonal();
    if !diagonal.iter().all(|entry| *entry > 0.0) {
        return None;
    }
    let factor = Cholesky::new(normal)?;
    let lower = factor.l_dirty();
    let is_sound = |i: usize| lower[(i, i)].powi(2) > MIN_PIVOT * diagonal[i];
    (0..diagonal.len()).all(is_sound).then(|| factor.inverse())
}
