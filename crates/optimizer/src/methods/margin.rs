//! A margin for coordinates that stand for a few values, so that none of them is ever out of reach.
//!
//! Hamano, Saito, Nomura & Shirakawa, "CMA-ES with Margin: Lower-Bounding Marginal Probability for Mixed-Integer
//! Black-Box Optimization", GECCO 2022, <https://arxiv.org/abs/2205.13482>. The margin is
//! 1 / population, so that one candidate of a generation differs on average in each such coordinate; the paper divides
//! by the number of coordinates, too, which is too seldom where each value takes many noisy games to judge.

use crate::distribution::Distribution;

/// The values of each coordinate, and how much wider than the distribution it is drawn.
pub(super) struct Margin {
    /// The places in rising order at which a coordinate becomes another value; none where all places differ.
    pub(super) thresholds: Vec<Vec<f64>>,
    /// The diagonal of the matrix A.
    stretch: Vec<f64>,
    /// The least probability alpha of other values.
    least: f64,
}

impl Margin {
    /// A margin for coordinates with these thresholds.
    pub(super) fn new(thresholds: Vec<Vec<f64>>, population: usize) -> Self {
        // Of few candidates: a value on either side keeps half of the margin, and the middle more than both.
        let least = (1.0 / population as f64).min(0.25);
        Self { stretch: vec![1.0; thresholds.len()], thresholds, least }
    }

    /// A step as wide as it is drawn: A y.
    pub(super) fn stretched(&self, step: &[f64]) -> Vec<f64> {
        step.iter().zip(&self.stretch).map(|(y, a)| a * y).collect()
    }

    /// The step y of a step that is as wide as it was drawn.
    pub(super) fn unstretched(&self, step: &[f64]) -> Vec<f64> {
        step.iter().zip(&self.stretch).map(|(y, a)| y / a).collect()
    }

    /// The distribution that points are drawn from.
    pub(super) fn drawn_from(&self, distribution: &Distribution) -> Distribution {
        let covariance = distribution.covariance.stretched(&self.stretch);
        Distribution { covariance, ..distribution.clone() }
    }

    /// Moves the mean and widens coordinates until every neighbouring value has its probability.
    pub(super) fn correct(&mut self, distribution: &mut Distribution) {
        let sigma = distribution.step_size;
        for (place, thresholds) in self.thresholds.iter().enumerate() {
            let variance = distribution.covariance[place][place];
            let deviation = sigma * self.stretch[place] * variance.sqrt();
            let mean = &mut distribution.mean[place];
            let above = thresholds.partition_point(|threshold| threshold < mean);
            match (above.checked_sub(1).map(|below| thresholds[below]), thresholds.get(above)) {
                (None, None) => {}
                // The first or the last value: the mean comes nearer to the threshold.
                (Some(threshold), None) => {
                    *mean = mean.min(threshold + deviation * quantile(self.least));
                }
                (None, Some(threshold)) => {
                    *mean = mean.max(threshold - deviation * quantile(self.least));
                }
                (Some(low), Some(&high)) => {
                    let below = beyond((*mean - low) / deviation);
                    let over = beyond((high - *mean) / deviation);
                    let least = self.least / 2.0;
                    if below >= least && over >= least {
                        continue;
                    }
                    let within = 1.0 - below - over;
                    let [below, over] = [below, over].map(|share| share.max(least));
                    let excess = 1.0 - below - over - within;
                    let room = below + over + within - 3.0 * least;
                    let [down, up] = [below, over]
                        .map(|share| quantile(share + excess / room * (share - least)));
                    *mean = (low * up + high * down) / (down + up);
                    self.stretch[place] *= (high - low) / ((down + up) * deviation);
                }
            }
        }
    }

    /// Moves one of the points over a threshold in each coordinate in which all of them have one value.
    pub(super) fn part(&self, generation: usize, mean: &[f64], points: &mut [Vec<f64>]) {
        let count = points.len();
        for (place, thresholds) in self.thresholds.iter().enumerate() {
            let cell = |x: f64| thresholds.partition_point(|threshold| *threshold < x);
            let first = cell(points[0][place]);
            if thresholds.is_empty() || points.iter().any(|point| cell(point[place]) != first) {
                continue;
            }
            let below = first.checked_sub(1).map(|below| thresholds[below]);
            let over = thresholds.get(first).copied();
            let nearest = match (below, over) {
                (Some(low), Some(high)) if mean[place] - low < high - mean[place] => low,
                (_, Some(high)) => high,
                (low, None) => low.expect("there is a threshold"),
            };
            let x = &mut points[(generation + place) % count][place];
            // As far beyond the threshold as the point was before it.
            *x = 2.0 * nearest - *x;
            if cell(*x) == first {
                *x = if *x < nearest { nearest.next_up() } else { nearest.next_down() };
            }
        }
    }
}

/// The probability that a standard normal number is larger.
fn beyond(z: f64) -> f64 {
    0.5 * libm::erfc(z / std::f64::consts::SQRT_2)
}

/// The number that a standard normal one exceeds with this probability, 0 to 1/2.
fn quantile(probability: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    // As many halvings as reach neighbouring numbers.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        *(if beyond(middle) > probability { &mut low } else { &mut high }) = middle;
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probabilities of a value below, and above, in the first coordinate.
    fn shares(margin: &Margin, distribution: &Distribution) -> [f64; 2] {
        let thresholds = &margin.thresholds[0];
        let drawn = margin.drawn_from(distribution);
        let deviation = drawn.step_size * drawn.covariance[0][0].sqrt();
        let mean = drawn.mean[0];
        let above = thresholds.partition_point(|threshold| *threshold < mean);
        let below = above.checked_sub(1).map(|i| beyond((mean - thresholds[i]) / deviation));
        let over = thresholds.get(above).map(|high| beyond((high - mean) / deviation));
        [below, over].map(|share| share.unwrap_or(0.0))
    }

    #[test]
    fn neighbouring_values_keep_their_probability() {
        for (mean, thresholds) in [
            (0.9, vec![0.5]),
            (0.1, vec![0.5]),
            (0.5, vec![0.25, 0.75]),
            (0.3, vec![0.25, 0.75]),
            (0.05, vec![0.25, 0.75]),
        ] {
            let mut distribution = Distribution::isotropic(vec![mean], 0.01);
            let mut margin = Margin::new(vec![thresholds], 20);
            margin.correct(&mut distribution);
            let [below, over] = shares(&margin, &distribution);
            let has_two = below > 0.0 && over > 0.0;
            let expected = if has_two { 0.025 } else { 0.05 };
            let least = if has_two { below.min(over) } else { below.max(over) };
            assert!((least - expected).abs() < 1e-9, "{mean}: {below} {over}");
        }
    }

    #[test]
    fn what_is_wide_enough_stays_as_it_is() {
        let before = Distribution::isotropic(vec![0.4, 0.4], 0.3);
        let mut distribution = before.clone();
        let mut margin = Margin::new(vec![vec![0.25, 0.75], Vec::new()], 20);
        margin.correct(&mut distribution);
        assert_eq!(distribution, before);
        assert_eq!(margin.drawn_from(&distribution), before);
    }
}
