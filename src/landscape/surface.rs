//! A surface fitted to samples, and what may be said by it.

use nalgebra::{Cholesky, DMatrix, DVector};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::terms::Order;

/// A value that was measured at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct PointSample {
    /// Where.
    pub point: Vec<f64>,
    /// What was found; of scores, the logarithm of the mean.
    pub value: f64,
    /// The variance that luck gives it.
    pub variance: f64,
}

/// What the surface says of a difference, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferenceEstimate {
    /// The difference.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// Half of its 95 % confidence interval.
    pub half_width: f64,
}

/// Why there is no surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFit {
    /// Too few samples.
    TooFew {
        /// How many there are.
        samples: usize,
        /// How many it takes.
        needed: usize,
    },
    /// The samples do not differ in enough directions.
    Degenerate,
}

/// A surface of second order around a point.
#[derive(Clone, Debug)]
pub struct Surface {
    centre: Vec<f64>,
    /// The coordinates that vary, and their spread.
    used: Vec<(usize, f64)>,
    order: Order,
    coefficients: DVector<f64>,
    covariance: DMatrix<f64>,
    /// The inverse of the normal equations.
    inverse: DMatrix<f64>,
    quantile: f64,
    widest: f64,
    samples: usize,
    scatter: f64,
}

/// So many samples for each term, or a simpler surface has to do.
const SAMPLES_PER_TERM: f64 = 2.5;
/// A neighbourhood has at least so many samples for each term, if there are as many.
const NEAR_PER_TERM: usize = 6;
/// A neighbourhood is halved while the samples scatter by more than this about its surface.
const WIDE_SCATTER: f64 = 1.25;
/// A coordinate that varies less does not vary.
const MIN_SPREAD: f64 = 1e-9;
/// Directions that differ less are not told apart.
const MIN_PIVOT: f64 = 1e-10;

/// Halvings that find an edge to a millionth of the range.
const BISECTIONS: usize = 20;

impl Surface {
    /// The surface around a point, by those samples that are near it.
    ///
    /// Distances are taken in units of each coordinate's spread. Samples count by
    /// the tricube of their distance over that of the farthest of the near ones.
    /// All are near; or as long as they scatter by more than 1.25 times what luck
    /// explains, the nearest half of them, and so on, down to six for each term.
    ///
    /// # Errors
    /// If the samples are too few, or say nothing of some direction.
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
        let enough = |order: Order| {
            let needed = SAMPLES_PER_TERM * order.terms(used.len()) as f64;
            samples.len() as f64 >= needed
        };
        if used.is_empty() || !enough(Order::Separate) {
            let needed = SAMPLES_PER_TERM * Order::Separate.terms(used.len().max(1)) as f64;
            return Err(NoFit::TooFew {
                samples: samples.len(),
                needed: needed.ceil() as usize,
            });
        }
        let of = |order| Self::of_order(&samples, centre, &used, order);
        let full = enough(Order::Full).then(|| of(Order::Full)).flatten();
        full.or_else(|| of(Order::Separate))
            .ok_or(NoFit::Degenerate)
    }

    /// In the widest neighbourhood that the form of the surface fits.
    fn of_order(
        samples: &[&PointSample],
        centre: &[f64],
        used: &[(usize, f64)],
        order: Order,
    ) -> Option<Self> {
        let places = samples.iter();
        let places = places.map(|sample| place(&sample.point, centre, used));
        let places: Vec<Vec<f64>> = places.collect();
        let fewest = (NEAR_PER_TERM * order.terms(used.len())).min(samples.len());
        let mut near = samples.len();
        let mut widest = Self::of_near(samples, &places, centre, used, order, near);
        while near > fewest
            && widest
                .as_ref()
                .is_some_and(|fit| fit.scatter > WIDE_SCATTER)
        {
            near = (near / 2).max(fewest);
            let narrower = Self::of_near(samples, &places, centre, used, order, near);
            if narrower.is_none() {
                break;
            }
            widest = narrower;
        }
        widest
    }

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
        let rows: Vec<DVector<f64>> = near
            .iter()
            .map(|&i| DVector::from_vec(order.at(&places[i])))
            .collect();
        let weights: Vec<f64> = near
            .iter()
            .map(|&i| kernel[i] / samples[i].variance)
            .collect();
        let terms = order.terms(used.len());
        let mut normal = DMatrix::zeros(terms, terms);
        let mut right = DVector::zeros(terms);
        for ((row, weight), &i) in rows.iter().zip(&weights).zip(&near) {
            normal.ger(*weight, row, row, 1.0);
            right.axpy(weight * samples[i].value, row, 1.0);
        }
        let inverse = inverse(normal)?;
        let coefficients = &inverse * right;
        // (X'WX)^-1 X'W diag(e^2 / (1 - h)^2) WX (X'WX)^-1: HC3.
        let mut middle = DMatrix::zeros(terms, terms);
        let (mut luck, mut widest, mut used_up) = (0.0, 0.0_f64, 0.0);
        for ((row, weight), &i) in rows.iter().zip(&weights).zip(&near) {
            let reach = row.dot(&(&inverse * row));
            let left = (1.0 - weight * reach).max(1e-3);
            let rest = samples[i].value - row.dot(&coefficients);
            middle.ger((weight * rest / left).powi(2), row, row, 1.0);
            luck += weight * rest * rest / left;
            widest = widest.max(reach);
            used_up += kernel[i];
        }
        let covariance = &inverse * middle * &inverse;
        let squares: f64 = near.iter().map(|&i| kernel[i] * kernel[i]).sum();
        let freedom = (used_up * used_up / squares - terms as f64).max(1.0);
        let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
        Some(Self {
            centre: centre.to_vec(),
            used: used.to_vec(),
            order,
            coefficients,
            covariance,
            inverse,
            quantile: student.inverse_cdf(0.975),
            widest,
            samples: near.len(),
            scatter: luck / used_up,
        })
    }

    /// Which terms it has.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The point that it was fitted around.
    pub fn centre(&self) -> &[f64] {
        &self.centre
    }

    /// How many samples it was fitted to.
    pub fn samples(&self) -> usize {
        self.samples
    }

    /// The variance of the samples about the surface over what luck explains:
    /// about 1 where the landscape is of this form.
    pub fn scatter(&self) -> f64 {
        self.scatter
    }

    /// Whether a coordinate varied, so that something can be said of it.
    pub fn knows(&self, coordinate: usize) -> bool {
        self.used.iter().any(|(index, _)| *index == coordinate)
    }

    /// The value at a point less that at the centre.
    pub fn difference(&self, point: &[f64]) -> DifferenceEstimate {
        self.mean_difference(&[point])
    }

    /// The mean of the values at some points less that at the centre.
    pub fn mean_difference(&self, points: &[&[f64]]) -> DifferenceEstimate {
        let mut terms = DVector::zeros(self.coefficients.len());
        for point in points {
            terms += self.terms(point) / points.len() as f64;
        }
        // The constant is the value at the centre.
        terms[0] = 0.0;
        self.estimate(&terms)
    }

    /// How strongly two coordinates trade off: the mixed second derivative, in
    /// the coordinates' units; `None` where the surface does not say.
    pub fn interaction(&self, a: usize, b: usize) -> Option<DifferenceEstimate> {
        let at = |coordinate| self.used.iter().position(|(index, _)| *index == coordinate);
        let (a, b) = (at(a)?, at(b)?);
        if self.order == Order::Separate || a == b {
            return None;
        }
        let (low, high) = (a.min(b), a.max(b));
        let mut terms = DVector::zeros(self.coefficients.len());
        terms[1 + 2 * self.used.len() + high * (high - 1) / 2 + low] = 1.0;
        let found = self.estimate(&terms);
        let unit = self.used[a].1 * self.used[b].1;
        Some(DifferenceEstimate {
            value: found.value / unit,
            error: found.error / unit,
            half_width: found.half_width / unit,
        })
    }

    /// Whether a point is no farther out than the samples, in the fit's own
    /// terms; beyond, the surface is a guess (Montgomery, Peck & Vining,
    /// "Introduction to Linear Regression Analysis", on hidden extrapolation).
    pub fn supports(&self, point: &[f64]) -> bool {
        let terms = self.terms(point);
        terms.dot(&(&self.inverse * &terms)) <= self.widest
    }

    /// How far a coordinate may go from the centre either way, all others kept,
    /// within the samples' reach and [0, 1]; `None` if even the centre is beyond.
    pub fn reach(&self, coordinate: usize) -> Option<[f64; 2]> {
        let centre = self.centre[coordinate];
        let is_known = |place: f64| {
            let mut point = self.centre.clone();
            point[coordinate] = place;
            self.supports(&point)
        };
        if !(0.0..=1.0).contains(&centre) || !is_known(centre) {
            return None;
        }
        Some([0.0, 1.0].map(|end| {
            if is_known(end) {
                return end;
            }
            let (mut inside, mut outside) = (centre, end);
            for _ in 0..BISECTIONS {
                let middle = f64::midpoint(inside, outside);
                if is_known(middle) {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            inside
        }))
    }

    /// The point where the surface is highest; `None` where it has no top.
    pub fn top(&self) -> Option<Vec<f64>> {
        let n = self.used.len();
        let mut curvature = DMatrix::zeros(n, n);
        for i in 0..n {
            curvature[(i, i)] = -2.0 * self.coefficients[1 + n + i];
            if self.order == Order::Full {
                for j in 0..i {
                    let product = self.coefficients[1 + 2 * n + i * (i - 1) / 2 + j];
                    curvature[(i, j)] = -product;
                    curvature[(j, i)] = -product;
                }
            }
        }
        let slope = self.coefficients.rows(1, n).into_owned();
        let step = Cholesky::new(curvature)?.solve(&slope);
        let mut top = self.centre.clone();
        for ((index, spread), step) in self.used.iter().zip(step.iter()) {
            top[*index] += spread * step;
        }
        Some(top)
    }

    fn terms(&self, point: &[f64]) -> DVector<f64> {
        DVector::from_vec(self.order.at(&place(point, &self.centre, &self.used)))
    }

    fn estimate(&self, terms: &DVector<f64>) -> DifferenceEstimate {
        let error = (terms.dot(&(&self.covariance * terms))).max(0.0).sqrt();
        DifferenceEstimate {
            value: terms.dot(&self.coefficients),
            error,
            half_width: self.quantile * error,
        }
    }
}

/// A point as seen from the centre, in units of the spread.
fn place(point: &[f64], centre: &[f64], used: &[(usize, f64)]) -> Vec<f64> {
    used.iter()
        .map(|(index, spread)| (point[*index] - centre[*index]) / spread)
        .collect()
}

fn spread(samples: &[&PointSample], coordinate: usize) -> f64 {
    let values: Vec<f64> = samples.iter().map(|s| s.point[coordinate]).collect();
    tune2048_tuner::statistics::standard_deviation(&values).unwrap_or(0.0)
}

/// What each sample counts by its distance, so many being near: the tricube.
fn kernel(places: &[Vec<f64>], near: usize) -> Vec<f64> {
    let distance = |place: &Vec<f64>| place.iter().map(|z| z * z).sum::<f64>().sqrt();
    let distances: Vec<f64> = places.iter().map(distance).collect();
    let mut sorted = distances.clone();
    sorted.sort_by(f64::total_cmp);
    // The farthest of the near ones still counts a little.
    let reach = 1.05 * sorted[near - 1];
    let tricube = |distance: &f64| {
        let share = distance / reach;
        (1.0 - (share * share * share).min(1.0)).powi(3)
    };
    distances.iter().map(tricube).collect()
}

/// The inverse of the normal equations, unless some direction is missing.
fn inverse(normal: DMatrix<f64>) -> Option<DMatrix<f64>> {
    let diagonal = normal.diagonal();
    let is_there = |entry: &f64| *entry > 0.0;
    if !diagonal.iter().all(is_there) {
        return None;
    }
    let factor = Cholesky::new(normal)?;
    let lower = factor.l_dirty();
    let is_sound = |i: usize| lower[(i, i)].powi(2) > MIN_PIVOT * diagonal[i];
    (0..diagonal.len()).all(is_sound).then(|| factor.inverse())
}
