//! Broken candidates: those that score far below their block.
//!
//! A search proposes candidates that fail, and a few of them raise the variance
//! between candidates by a multiple. The rule is that of Iglewicz and Hoaglin
//! (How to Detect and Handle Outliers, 1993) on the scale of logarithms: a value
//! more than 3.5 standard deviations away is an outlier, where the median
//! absolute deviation stands for the standard deviation. Only values below the
//! median are judged, and only those above it make up the deviation, which half
//! of the candidates cannot distort however low they score.

use crate::statistics::median;
use crate::studies::diagnose::log_scale::LogScale;
use crate::studies::diagnose::{Block, Candidate};

/// The number of standard deviations below the median from which on a candidate is broken.
const LIMIT: f64 = 3.5;

/// The standard deviation of a normal distribution divided by its median absolute deviation.
const PER_MEDIAN_DEVIATION: f64 = 1.4826;

/// Returns the candidates of each block that are not broken.
///
/// The blocks share one deviation of games. A candidate whose mean is not on the
/// scale is broken. Candidates are left out until none is broken by the median and the
/// deviation of the others.
pub(super) fn sound(blocks: &[Block], scale: LogScale) -> Vec<Vec<&Candidate>> {
    let candidates = blocks.iter().map(|block| block.candidates.iter());
    let mut sound: Vec<Vec<&Candidate>> = candidates
        .map(|candidates| candidates.filter(|c| scale.contains(c.mean)).collect())
        .collect();
    loop {
        let lowest = -LIMIT * deviation_of_games(&sound, scale);
        let mut is_any_broken = false;
        for block in &mut sound {
            let center = center(block, scale);
            let count = block.len();
            block.retain(|candidate| above(candidate, center, scale) >= lowest);
            is_any_broken |= block.len() < count;
        }
        if !is_any_broken {
            return sound;
        }
    }
}

/// Returns the median of the logarithms of means.
fn center(block: &[&Candidate], scale: LogScale) -> f64 {
    let logarithms: Vec<f64> = block.iter().map(|c| scale.log(c.mean, 0.0)).collect();
    median(&logarithms)
}

/// Returns the deviation of a candidate from the centre of its block, times the root of its games.
fn above(candidate: &Candidate, center: f64, scale: LogScale) -> f64 {
    (scale.log(candidate.mean, 0.0) - center) * f64::from(candidate.games).sqrt()
}

/// Returns the standard deviation of a mean of logarithms, times the root of its
/// games: that of the candidates above the centre of their block, at least the
/// median coefficient of variation of the games of a candidate, since luck alone
/// causes as much; infinite if neither is above 0.
fn deviation_of_games(blocks: &[Vec<&Candidate>], scale: LogScale) -> f64 {
    let excess = blocks.iter().flat_map(|block| {
        let center = center(block, scale);
        let deviations = block.iter().map(move |candidate| above(candidate, center, scale));
        deviations.filter(|&deviation| deviation > 0.0)
    });
    let excess = PER_MEDIAN_DEVIATION * median(&excess.collect::<Vec<f64>>());
    let candidates = blocks.iter().flatten();
    let variations = candidates.filter_map(|c| Some(c.deviation? / c.mean.abs()));
    // The median of nothing is NaN, which the maximum passes over.
    let deviation = excess.max(median(&variations.collect::<Vec<f64>>()));
    if deviation > 0.0 { deviation } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::diagnose::tests::block;

    fn means(blocks: &[Block]) -> Vec<Vec<f64>> {
        let mean = |block: Vec<&Candidate>| block.iter().map(|c| c.mean).collect();
        let scale = LogScale::of(1.0);
        sound(blocks, scale).into_iter().map(mean).collect()
    }

    /// Scores with coefficient of variation √2/3 = 0.47: two games of a mean deviate by a third.
    fn scores(mean: f64) -> [f64; 2] {
        [mean * 2.0 / 3.0, mean * 4.0 / 3.0]
    }

    #[test]
    fn what_luck_explains_is_sound_and_what_it_cannot_is_broken() {
        // The centre is ln 100; luck explains 3.5 · 0.47 / √2 = 1.17 below it, a factor of 0.31.
        let found = means(&[block(&[100.0, 110.0, 105.0, 100.0, 32.0, 30.0].map(scores))]);
        assert_eq!(found.len(), 1);
        let low = found[0].iter().copied().fold(f64::INFINITY, f64::min);
        assert_eq!(found[0].len(), 5);
        assert!((low - 32.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn many_broken_candidates_and_those_without_a_score_are_left_out() {
        let alone = block(&[100.0, 101.0, 102.0, 99.0, 2.0, 2.0, 1.0].map(scores));
        let nothing = block(&[[0.0, 0.0], [-5.0, 1.0], [100.0, 120.0]]);
        let found = means(&[alone, nothing]);
        assert_eq!([found[0].len(), found[1].len()], [4, 1]);
    }

    #[test]
    fn blocks_at_different_levels_are_judged_each_at_its_own() {
        let blocks = [1.0, 50.0].map(|level| block(&[1.0, 1.1, 0.9].map(|m| scores(m * level))));
        assert!(means(&blocks).iter().all(|block| block.len() == 3));
    }

    #[test]
    fn without_luck_or_spread_nothing_is_broken() {
        let found = means(&[block(&[[5.0], [5.0], [4.0]]), block(&[[3.0]])]);
        assert_eq!([found[0].len(), found[1].len()], [3, 1]);
        assert_eq!(means(&[]), Vec::<Vec<f64>>::new());
    }
}
