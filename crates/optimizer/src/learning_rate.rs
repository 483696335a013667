//! Learning rates that follow the signal-to-noise ratio of the updates: LRA-CMA-ES.
//!
//! Nomura, Akimoto & Ono, "CMA-ES with Learning Rate Adaptation: Can CMA-ES with Default Population Size Solve
//! Multimodal and Noisy Problems?", GECCO 2023, <https://arxiv.org/abs/2304.03473>; equation numbers are theirs.
//!
//! The update of CMA-ES is taken as a proposal. Mean and covariance `sigma^2 C` move only a share of the way, and the
//! shares are such that the steps of the moving average stand out of their noise by a constant.

use super::distribution::Distribution;
use super::eigen::Eigen;

/// The ratio that is held, alpha.
const RATIO: f64 = 1.4;
/// How fast the averages forget, for the mean and for the covariance: beta.
const FORGETTING: [f64; 2] = [0.1, 0.03];
/// How fast a rate changes at most, gamma.
const SPEED: f64 = 0.1;

/// The averages that a learning rate is judged by.
#[derive(Debug, Clone)]
struct Average {
    forgetting: f64,
    /// The moving average of the update, E.
    update: Vec<f64>,
    /// The moving average of its squared length, V.
    square: f64,
    rate: f64,
}

impl Average {
    fn new(length: usize, forgetting: f64) -> Self {
        Self {
            forgetting,
            update: vec![0.0; length],
            square: 0.0,
            rate: 1.0,
        }
    }

    /// Takes up an update in local coordinates, and changes the rate accordingly.
    fn learn(&mut self, update: &[f64]) {
        let beta = self.forgetting;
        for (average, new) in self.update.iter_mut().zip(update) {
            *average += beta * (new - *average);
        }
        let square = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>();
        self.square += beta * (square(update) - self.square);
        let signal = square(&self.update);
        // (16)
        let ratio = (signal - beta / (2.0 - beta) * self.square) / (self.square - signal);
        // (17): no signal where nothing has moved at all.
        let relative = match ratio / (RATIO * self.rate) - 1.0 {
            relative if relative.is_nan() => 0.0,
            relative => relative.clamp(-1.0, 1.0),
        };
        self.rate *= libm::exp((SPEED * self.rate).min(beta) * relative);
        self.rate = self.rate.min(1.0);
    }
}

/// The learning rates of mean and covariance.
#[derive(Debug, Clone)]
pub(super) struct LearningRates {
    mean: Average,
    covariance: Average,
}

impl LearningRates {
    /// Starts with rates of 1 in so many dimensions.
    pub(super) fn new(dimensions: usize) -> Self {
        Self {
            mean: Average::new(dimensions, FORGETTING[0]),
            covariance: Average::new(dimensions * dimensions, FORGETTING[1]),
        }
    }

    /// Goes from `old` towards `new` as far as the rates allow; `eigen` decomposes the old covariance.
    pub(super) fn limit(&mut self, old: &Distribution, eigen: &Eigen, new: &mut Distribution) {
        let n = old.mean.len();
        let (old_square, new_square) = (square(old.step_size), square(new.step_size));
        let mean_move: Vec<f64> = (0..n).map(|i| new.mean[i] - old.mean[i]).collect();
        let moved = |i: usize, j: usize| {
            new_square * new.covariance[i][j] - old_square * old.covariance[i][j]
        };
        let covariance_move: Vec<Vec<f64>> = (0..n)
            .map(|i| (0..n).map(|j| moved(i, j)).collect())
            .collect();

        // (10), (11): in coordinates in which the old distribution is N(0, I).
        let to_local = |v: &[f64]| -> Vec<f64> {
            let scaled = |x: f64| x / old.step_size;
            eigen.whiten(v).into_iter().map(scaled).collect()
        };
        let rate_before = self.mean.rate;
        self.mean.learn(&to_local(&mean_move));
        let half: Vec<Vec<f64>> = covariance_move.iter().map(|row| to_local(row)).collect();
        let local: Vec<f64> = (0..n)
            .flat_map(|j| {
                let column: Vec<f64> = half.iter().map(|row| row[j]).collect();
                to_local(&column)
            })
            .map(|x| x / std::f64::consts::SQRT_2)
            .collect();
        self.covariance.learn(&local);

        // (18), (19)
        for (i, mean) in new.mean.iter_mut().enumerate() {
            *mean = old.mean[i] + self.mean.rate * mean_move[i];
        }
        let whole = |i: usize, j: usize| {
            old_square * old.covariance[i][j] + self.covariance.rate * covariance_move[i][j]
        };
        let covariance: Vec<Vec<f64>> = (0..n)
            .map(|i| (0..n).map(|j| whole(i, j)).collect())
            .collect();
        // Split so that the shape has determinant 1.
        let values = Eigen::of(&covariance).values;
        let logs: f64 = values.iter().map(|value| libm::log(*value)).sum();
        let step_size = libm::exp(logs / (2.0 * n as f64));
        new.covariance = covariance
            .into_iter()
            .map(|row| row.into_iter().map(|x| x / square(step_size)).collect())
            .collect();
        // (22): a lower rate of the mean allows for a larger step size.
        new.step_size = step_size * rate_before / self.mean.rate;
    }
}

fn square(x: f64) -> f64 {
    x * x
}
