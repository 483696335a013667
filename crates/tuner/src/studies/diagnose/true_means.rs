//! The expectation of a true mean by the distribution of the true means around it, of any shape.
//!
//! The distribution is that of maximum likelihood (Kiefer and Wolfowitz 1956), found by steps of
//! expectation and maximisation (Laird 1978). They begin at a normal distribution and end early: it keeps its
//! shape where few means tell of another.

use crate::studies::diagnose::local_level::Level;

/// The number of places that a true mean may have.
const PLACES: usize = 121;

/// The standard deviations of the normal distribution that the places reach at least.
const REACH: f64 = 4.0;

/// The steps of expectation and maximisation.
const STEPS: usize = 30;

/// The most measured means that the distribution is found from.
const MAX_MEASURED: usize = 2000;

/// Returns the expectation of the true mean of `chosen`, given the measured means of others, about the
/// level 0. The variance of true means is `merit`, above 0.
pub(super) fn expectation(measured: &[Level], merit: f64, chosen: Level) -> f64 {
    let means = || measured.iter().chain([&chosen]).map(|measured| measured.mean);
    let reach = REACH * merit.sqrt();
    let (low, high) = (means().fold(-reach, f64::min), means().fold(reach, f64::max));
    let place = |index: usize| low + (high - low) * index as f64 / (PLACES - 1) as f64;
    let places: [f64; PLACES] = std::array::from_fn(place);
    let likelihood =
        |measured: &Level| places.map(|place| density(measured.mean - place, measured.variance));
    let thinned = measured.iter().step_by(measured.len().div_ceil(MAX_MEASURED).max(1));
    let likelihoods: Vec<[f64; PLACES]> = thinned.map(likelihood).collect();
    let mut shares = places.map(|place| density(place, merit));
    for _ in 0..STEPS {
        let mut next = [0.0; PLACES];
        for likelihood in &likelihoods {
            if let Some(posterior) = posterior(&shares, likelihood) {
                next.iter_mut().zip(posterior).for_each(|(sum, share)| *sum += share);
            }
        }
        shares = next;
    }
    let posterior = posterior(&shares, &likelihood(&chosen));
    let sum = |shares: [f64; PLACES]| {
        shares.iter().zip(&places).map(|(share, place)| share * place).sum()
    };
    posterior.map_or(chosen.mean, sum)
}

/// Returns the probability of each place; `None` where none is possible.
fn posterior(shares: &[f64; PLACES], likelihood: &[f64; PLACES]) -> Option<[f64; PLACES]> {
    let product: [f64; PLACES] = std::array::from_fn(|place| shares[place] * likelihood[place]);
    let total: f64 = product.iter().sum();
    (total > 0.0).then(|| product.map(|share| share / total))
}

/// Returns the density of a normal distribution with mean 0, without its constant factor.
fn density(deviation: f64, variance: f64) -> f64 {
    libm::exp(-deviation * deviation / (2.0 * variance))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Evenly spread quantiles of a distribution, measured with a luck of variance 1.
    fn measured(quantile: impl Fn(f64) -> f64) -> Vec<Level> {
        (0..400)
            .map(|k| Level { mean: quantile((f64::from(k) + 0.5) / 400.0), variance: 1.0 })
            .collect()
    }

    /// The quantile of the logistic distribution with variance 2, which comes near to a normal one.
    fn bell(share: f64) -> f64 {
        libm::log(share / (1.0 - share)) * (6.0_f64).sqrt() / std::f64::consts::PI
    }

    #[test]
    fn half_of_a_deviation_is_merit_where_merit_and_luck_are_alike() {
        let found = expectation(&measured(bell), 1.0, Level { mean: 2.0, variance: 1.0 });
        assert!((found - 1.0).abs() < 0.25, "{found}");
    }

    /// Two true means, -1 and 1, and luck that hardly reaches from one to the other: nothing is above 1.
    #[test]
    fn truths_with_an_upper_bound_leave_the_highest_at_it() {
        let two = |share: f64| if share < 0.5 { -1.0 } else { 1.0 };
        let measured: Vec<Level> = measured(|share| two(share) + 0.3 * bell((2.0 * share) % 1.0));
        let measured: Vec<Level> =
            measured.iter().map(|m| Level { variance: 0.18, ..*m }).collect();
        let found = expectation(&measured, 1.0, Level { mean: 2.2, variance: 0.18 });
        // A normal distribution of the same variance would say 2.2 / 1.18 = 1.86.
        assert!((found - 1.0).abs() < 0.3, "{found}");
    }

    #[test]
    fn what_no_place_explains_keeps_its_mean() {
        let chosen = Level { mean: 1e6, variance: 1e-9 };
        let found = expectation(&measured(bell), 1.0, chosen);
        assert!((found - 1e6).abs() < 1e4, "{found}");
        assert!(expectation(&[], 1.0, Level { mean: 0.0, variance: 1.0 }).abs() < 1e-9);
    }
}
