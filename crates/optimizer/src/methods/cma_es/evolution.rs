//! The state of CMA-ES and its update, in plain loops: the same bits on every processor.
//!
//! Equation numbers are those of Hansen, "The CMA Evolution Strategy: A Tutorial", <https://arxiv.org/abs/1604.00772>.

use super::eigen::Eigen;
use super::rates::{Rates, effective_mass};
use crate::distribution::Distribution;
use crate::symmetric::SymmetricMatrix;
use crate::vectors::{add, dot, norm, scale};

/// The distribution of a generation with the memory of the last steps.
pub(super) struct Evolution {
    pub(super) distribution: Distribution,
    /// The evolution path of the covariance, p_c.
    path_c: Vec<f64>,
    /// The evolution path of the step size, p_sigma.
    path_sigma: Vec<f64>,
    generation: i32,
    /// The decomposition of the covariance that samples are drawn with.
    pub(super) eigen: Eigen,
    /// Generations since `eigen` was computed.
    eigen_age: usize,
    first_step_size: f64,
}

impl Evolution {
    /// Starts from a distribution that was checked.
    pub(super) fn new(distribution: Distribution) -> Self {
        let n = distribution.mean.len();
        Self {
            path_c: vec![0.0; n],
            path_sigma: vec![0.0; n],
            generation: 0,
            eigen: Eigen::of(distribution.covariance.rows()),
            eigen_age: 0,
            first_step_size: distribution.step_size,
            distribution,
        }
    }

    /// Returns the points x = m + sigma y of the steps (40).
    pub(super) fn points(&self, steps: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let Distribution { mean, step_size, .. } = &self.distribution;
        let coordinate = |(m, y): (&f64, &f64)| m + step_size * y;
        let point = |step: &Vec<f64>| mean.iter().zip(step).map(coordinate).collect();
        steps.iter().map(point).collect()
    }

    /// Returns the step y = (x - m) / sigma to a point.
    pub(super) fn step_to(&self, point: &[f64]) -> Vec<f64> {
        let Distribution { mean, step_size, .. } = &self.distribution;
        let coordinate = |(x, m): (&f64, &f64)| (x - m) / step_size;
        point.iter().zip(mean).map(coordinate).collect()
    }

    /// Learns from the steps of a generation; `weights[i]` is the weight of `steps[i]`.
    ///
    /// # Errors
    ///
    /// The reason, if the updated distribution cannot be sampled.
    pub(super) fn update(
        &mut self,
        rates: &Rates,
        steps: &[Vec<f64>],
        weights: &[f64],
    ) -> Result<(), &'static str> {
        let n = self.path_c.len() as f64;
        let Rates { c_c, c_1, c_mu, c_sigma, d_sigma, chi, .. } = *rates;
        let positive: Vec<f64> = weights.iter().map(|w| w.max(0.0)).collect();
        let mu_eff = effective_mass(&positive);

        // (41): the mean step <y>_w, over the better half.
        let mut mean_step = vec![0.0; self.path_c.len()];
        for (step, weight) in steps.iter().zip(&positive) {
            add(&mut mean_step, *weight, step);
        }
        // (42), with c_m = 1.
        let sigma = self.distribution.step_size;
        add(&mut self.distribution.mean, sigma, &mean_step);

        // (43)
        let whitened = self.eigen.whiten(&mean_step);
        let gain = (c_sigma * (2.0 - c_sigma) * mu_eff).sqrt();
        scale(&mut self.path_sigma, 1.0 - c_sigma);
        add(&mut self.path_sigma, gain, &whitened);
        // (44)
        let length = norm(&self.path_sigma);
        self.distribution.step_size *= libm::exp(c_sigma / d_sigma * (length / chi - 1.0));

        // h_sigma of appendix A: the path stalls while the step size is far too small.
        self.generation += 1;
        let seen = 1.0 - libm::pow(1.0 - c_sigma, f64::from(2 * self.generation));
        let stalled = length / seen.sqrt() >= (1.4 + 2.0 / (n + 1.0)) * chi;
        // (45)
        scale(&mut self.path_c, 1.0 - c_c);
        if !stalled {
            let gain = (c_c * (2.0 - c_c) * mu_eff).sqrt();
            add(&mut self.path_c, gain, &mean_step);
        }

        // delta(h_sigma) of appendix A.
        let delta = if stalled { c_c * (2.0 - c_c) } else { 0.0 };
        let negative = weights.iter().map(|w| w.min(0.0));
        let sum: f64 = positive.iter().copied().chain(negative).sum();
        let keep = 1.0 + c_1 * delta - c_1 - c_mu * sum;
        // (46): a negative weight is divided by its step's squared length, so that the covariance stays positive definite.
        let covariance_weights: Vec<f64> = (steps.iter().zip(weights))
            .map(|(step, &weight)| {
                if weight >= 0.0 {
                    return weight;
                }
                let whitened = self.eigen.whiten(step);
                // A step of no length adds nothing whatever its weight.
                weight * n / dot(&whitened, &whitened).max(f64::MIN_POSITIVE)
            })
            .collect();
        // (47)
        let (path, covariance) = (&self.path_c, &self.distribution.covariance);
        self.distribution.covariance = SymmetricMatrix::of_lower(path.len(), |i, j| {
            let rank_one = covariance[i][j] * keep + c_1 * path[j] * path[i];
            (steps.iter().zip(&covariance_weights))
                .fold(rank_one, |sum, (step, weight)| sum + c_mu * weight * step[j] * step[i])
        });

        // Appendix B.2, in the version of the `cmaes` crate: decompose only as often as it matters.
        self.eigen_age += 1;
        if self.eigen_age as f64 >= 0.5 / ((c_1 + c_mu) * n) {
            self.eigen_age = 0;
            self.eigen = Eigen::of(self.distribution.covariance.rows());
        }
        self.check()
    }

    /// Returns the reason why the distribution cannot be sampled, if there is one, in words for people who tune: the
    /// tutorial's appendix B.3.
    fn check(&self) -> Result<(), &'static str> {
        let Distribution { mean, step_size, covariance } = &self.distribution;
        let values = &self.eigen.values;
        if !values.iter().all(|value| *value > 0.0 && value.is_finite()) {
            // The covariance has no inverse.
            return Err("it has settled, without any spread left along some weights");
        }
        let largest = values.iter().copied().fold(0.0, f64::max);
        let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
        if largest > 1e14 * smallest {
            return Err(
                "it has settled: along some weights its spread is ten million times smaller than along others",
            );
        }
        if step_size * largest.sqrt() > 1e8 * self.first_step_size {
            return Err("its steps have grown a hundred million times, as if no weights were best");
        }
        let unmoved = |(i, m): (usize, &f64)| {
            let moved = m + 0.2 * step_size * covariance[i][i].sqrt();
            moved.to_bits() == m.to_bits()
        };
        if mean.iter().enumerate().any(unmoved) {
            return Err("it has settled: its steps are too small to move its mean");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use cmaes::{CMAESOptions, DVector};

    use super::*;

    /// Returns the largest difference of two slices, relative to the larger number.
    fn difference(a: &[f64], b: &[f64]) -> f64 {
        let of_pair = |(a, b): (&f64, &f64)| (a - b).abs() / a.abs().max(b.abs()).max(1e-300);
        a.iter().zip(b).map(of_pair).fold(0.0, f64::max)
    }

    /// Compares `generations` updates with those of the `cmaes` crate, given the crate's points and their fitness.
    fn compare(n: usize, lambda: usize, generations: usize, f: fn(&[f64]) -> f64) {
        let asked = std::cell::RefCell::new(Vec::new());
        let objective = |x: &DVector<f64>| {
            asked.borrow_mut().push(x.as_slice().to_vec());
            f(x.as_slice())
        };
        let mut reference = CMAESOptions::new(vec![0.5; n], 0.3)
            .population_size(lambda)
            .seed(5)
            .tol_fun(0.0)
            .tol_fun_hist(0.0)
            .build(objective)
            .unwrap();
        let rates = Rates::new(n, lambda);
        let expected = reference.parameters().weights().as_slice();
        assert!(difference(&rates.weights, expected) < 1e-12);

        let start = Distribution::isotropic(vec![0.5; n], 0.3);
        let mut evolution = Evolution::new(start);
        for generation in 0..generations {
            assert!(reference.next().is_none());
            let points = asked.take();
            let steps: Vec<Vec<f64>> = points.iter().map(|x| evolution.step_to(x)).collect();
            let fitness: Vec<f64> = points.iter().map(|x| f(x)).collect();
            let weights = rates.weights_of(&fitness);
            evolution.update(&rates, &steps, &weights).unwrap();

            let found = &evolution.distribution;
            let place = format!("{n} dimensions, population {lambda}, generation {generation}");
            let off = difference(&found.mean, reference.mean().as_slice());
            assert!(off < 1e-9, "{place}: mean, {off}");
            let off = difference(&[found.step_size], &[reference.sigma()]);
            assert!(off < 1e-9, "{place}: step size, {off}");
            // Relative to the diagonal, because other entries may be close to 0.
            let expected = reference.covariance_matrix();
            for (i, row) in found.covariance.rows().iter().enumerate() {
                for (j, x) in row.iter().enumerate() {
                    let unit = (expected[(i, i)] * expected[(j, j)]).sqrt();
                    let off = (x - expected[(i, j)]).abs() / unit;
                    assert!(off < 1e-9, "{place}: covariance ({i}, {j}), {off}");
                }
            }
        }
    }

    /// The sum of the squares, weighted by powers of 10: condition number 10^((n - 1) / 2).
    fn ellipsoid(x: &[f64]) -> f64 {
        let term = |(i, x): (usize, &f64)| libm::pow(10.0, i as f64 / 2.0) * x * x;
        x.iter().enumerate().map(term).sum()
    }

    /// A function that is not smooth, has no optimum and fails at about every fifth point.
    fn rugged(x: &[f64]) -> f64 {
        let value: f64 = x.iter().map(|x| libm::sin(50.0 * x) - x).sum();
        if (1000.0 * value).floor() % 5.0 == 0.0 { f64::INFINITY } else { value }
    }

    #[test]
    fn the_update_is_that_of_the_cmaes_crate() {
        for (n, lambda) in [(1, 4), (2, 6), (5, 12), (6, 48), (16, 12), (40, 15)] {
            compare(n, lambda, 40, ellipsoid);
            compare(n, lambda, 12, rugged);
        }
    }
}
