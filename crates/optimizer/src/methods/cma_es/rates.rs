//! The constants of CMA-ES: weights by rank, learning rates, damping.
//!
//! Equation numbers are those of Hansen, "The CMA Evolution Strategy: A Tutorial", <https://arxiv.org/abs/1604.00772>.

/// The constants of a search: the tutorial's table 1.
pub(super) struct Rates {
    /// The weights by rank, best first: (49) to (53). Those of the better half are positive with sum 1.
    pub(super) weights: Vec<f64>,
    /// Cumulation rate of the covariance's evolution path (56).
    pub(super) c_c: f64,
    /// Learning rate of the rank-one update (57).
    pub(super) c_1: f64,
    /// Learning rate of the rank-mu update (58).
    pub(super) c_mu: f64,
    /// Cumulation rate of the step size's evolution path (55).
    pub(super) c_sigma: f64,
    /// Damping of the step size (55).
    pub(super) d_sigma: f64,
    /// The expected length of a sample of N(0, I), approximated as in appendix A.
    pub(super) chi: f64,
}

impl Rates {
    /// Returns the defaults for `n` coordinates and `lambda` candidates, with negative weights for the worse half.
    pub(super) fn new(n: usize, lambda: usize) -> Self {
        let n = n as f64;
        // (49)
        let raw: Vec<f64> = (1..=lambda)
            .map(|rank| libm::log((lambda as f64 + 1.0) / 2.0) - libm::log(rank as f64))
            .collect();
        let (better, worse) = raw.split_at(lambda / 2);
        // (8), and its counterpart for the negative weights
        let (mu_eff, mu_eff_minus) = (effective_mass(better), effective_mass(worse));
        // (56)
        let c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);
        // (57), alpha_cov = 2
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        // (58), in the version of the `cmaes` crate
        let c_mu = 2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0) * (n + 2.0) + mu_eff);
        let c_mu = c_mu.min(1.0 - c_1);
        // (55)
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let excess = (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0);
        // (50) to (52): the limits of the sum of the negative weights
        let negative = (1.0 + c_1 / c_mu)
            .min(1.0 + 2.0 * mu_eff_minus / (mu_eff + 2.0))
            .min((1.0 - c_1 - c_mu) / (n * c_mu));
        let sum_of = |sign: f64| raw.iter().map(|w| (sign * w).max(0.0)).sum::<f64>();
        let (positive_sum, negative_sum) = (sum_of(1.0), sum_of(-1.0));
        // (53)
        let scaled = |w: &f64| match *w {
            w if w > 0.0 => w / positive_sum,
            w if w < 0.0 => w * negative / negative_sum,
            _ => 0.0,
        };
        Self {
            weights: raw.iter().map(scaled).collect(),
            c_c,
            c_1,
            c_mu,
            c_sigma,
            // (55)
            d_sigma: 1.0 + c_sigma + 2.0 * excess,
            chi: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }

    /// Multiplies the damping of the step size by `damping`.
    pub(super) fn damped(self, damping: f64) -> Self {
        Self { d_sigma: self.d_sigma * damping, ..self }
    }

    /// Returns the weight of each candidate's rank by its fitness, in the order of the candidates.
    ///
    /// Among candidates of equal fitness the earlier one ranks better.
    pub(super) fn weights_of(&self, fitness: &[f64]) -> Vec<f64> {
        let mut ranking: Vec<usize> = (0..fitness.len()).collect();
        ranking.sort_by(|&a, &b| fitness[a].total_cmp(&fitness[b]));
        let mut weights = vec![0.0; fitness.len()];
        for (candidate, weight) in ranking.into_iter().zip(&self.weights) {
            weights[candidate] = *weight;
        }
        weights
    }
}

/// Returns the square of the sum of the weights over the sum of their squares (8).
pub(super) fn effective_mass(weights: &[f64]) -> f64 {
    let sum: f64 = weights.iter().sum();
    sum * sum / weights.iter().map(|w| w * w).sum::<f64>()
}
