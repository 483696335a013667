//! The expected score of a candidate that was chosen for its high mean.
//!
//! The highest of many noisy means is too high on average (the winner's curse). Empirical-Bayes
//! shrinkage towards the level of its block removes that bias where true means spread alike on both
//! sides of their level. Where they do not, no estimate is given.

use statrs::distribution::{ContinuousCDF, FisherSnedecor, Normal};

use crate::statistics::{Interval, mean, median};
use crate::studies::diagnose::variation::Variation;
use crate::studies::diagnose::{Block, Candidate};

/// The blocks on either side that the spread comes from: farther ones of a search have another spread.
const NEIGHBOURS: usize = 10;

/// The number of standard deviations below the median from which on a candidate is broken (Iglewicz and
/// Hoaglin, How to Detect and Handle Outliers, 1993).
const BROKEN: f64 = 3.5;

/// The standard deviation of a normal distribution divided by its median absolute deviation.
const PER_MEDIAN_DEVIATION: f64 = 1.4826;

/// The probability that a shape is refused which spreads alike on both sides.
const REFUSED: f64 = 0.01;

/// The estimate of a candidate's true mean score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The estimate, without the bias of the choice.
    pub estimate: f64,
    /// The 95 % interval of the true mean score.
    pub interval: Interval,
}

/// Why the worth of a candidate is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownWorth {
    /// There are too few candidates and games around it.
    TooFew,
    /// The candidates around it spread further on one side of their level than on the other.
    Lopsided,
}

/// The scale of logarithms for scores of one sign, on which good and bad candidates have equal luck, or
/// that of the scores.
#[derive(Clone, Copy)]
struct Scale(Option<f64>);

impl Scale {
    fn of(blocks: &[Block]) -> Self {
        let all: Vec<f64> = blocks.iter().flat_map(means).collect();
        let is_sign = |sign: &f64| all.iter().all(|mean| sign * mean > 0.0);
        Self([1.0, -1.0].into_iter().find(is_sign))
    }

    fn to(self, candidate: &Candidate) -> Candidate {
        let Some(sign) = self.0 else { return candidate.clone() };
        let mean = sign * candidate.mean;
        let deviation = candidate.deviation.map(|deviation| deviation / mean);
        Candidate { mean: sign * libm::log(mean), deviation, ..candidate.clone() }
    }

    fn from(self, value: f64) -> f64 {
        self.0.map_or(value, |sign| sign * libm::exp(sign * value))
    }
}

fn means(block: &Block) -> Vec<f64> {
    block.candidates.iter().map(|candidate| candidate.mean).collect()
}

/// Returns the deviations of candidates from the median of their block, times the roots of their games.
fn deviations(block: &Block) -> Vec<f64> {
    let center = median(&means(block));
    let of = |c: &Candidate| f64::from(c.games).sqrt() * (c.mean - center);
    block.candidates.iter().map(of).collect()
}

/// Leaves out broken candidates: those that are far below the median of their block, by the spread of
/// those above it, or by luck where that is more.
fn without_broken(blocks: &[Block]) -> Vec<Block> {
    let all = blocks.iter().flat_map(deviations);
    let upper: Vec<f64> = all.filter(|above| *above > 0.0).collect();
    let luck = Variation::pooled(blocks).mean_square_within().sqrt();
    let limit = -BROKEN * (PER_MEDIAN_DEVIATION * median(&upper)).max(luck);
    let sound = |block: &Block| {
        let all = block.candidates.iter().zip(deviations(block));
        let sound = all.filter(|(_, above)| limit.is_nan() || *above >= limit);
        let candidates = sound.map(|(candidate, _)| candidate.clone()).collect();
        Block { name: block.name.clone(), candidates }
    };
    let sound: Vec<Block> = blocks.iter().map(sound).collect();
    let count = |blocks: &[Block]| blocks.iter().map(|block| block.candidates.len()).sum::<usize>();
    // The spread of those that are left may show others.
    if count(&sound) < count(blocks) { without_broken(&sound) } else { sound }
}

/// Whether candidates spread alike on both sides of their level, and the chosen one stands out by no
/// more than the highest of as many would.
fn is_symmetric(blocks: &[Block], chosen: f64) -> bool {
    let all: Vec<f64> = blocks.iter().flat_map(deviations).collect();
    let side = |sign: f64| {
        let squares = all.iter().filter(|above| sign * **above > 0.0).map(|above| above * above);
        let squares: Vec<f64> = squares.collect();
        (mean(&squares), squares.len() as f64)
    };
    let ((upper, above), (lower, below)) = (side(1.0), side(-1.0));
    let Ok(distribution) = FisherSnedecor::new(above, below) else { return true };
    let tail = distribution.cdf(upper / lower);
    let of_highest = Normal::standard().sf(chosen / lower.max(upper).sqrt()) * all.len() as f64;
    tail.min(1.0 - tail) > REFUSED / 2.0 && of_highest > REFUSED
}

/// Estimates the true mean score of a candidate that was chosen for its mean,
/// given by its index and that of its block.
///
/// # Errors
/// Why it is not known.
///
/// # Panics
/// If an index is out of range.
pub fn worth(blocks: &[Block], block: usize, candidate: usize) -> Result<Worth, UnknownWorth> {
    let first = block.saturating_sub(NEIGHBOURS);
    let near = &blocks[first..blocks.len().min(block + NEIGHBOURS + 1)];
    let scale = Scale::of(near);
    let on_scale = |block: &Block| {
        let candidates = block.candidates.iter().map(|candidate| scale.to(candidate)).collect();
        Block { name: block.name.clone(), candidates }
    };
    let near = without_broken(&near.iter().map(on_scale).collect::<Vec<_>>());
    let chosen = scale.to(&blocks[block].candidates[candidate]);
    let mut others = means(&near[block - first]);
    if !is_symmetric(&near, f64::from(chosen.games).sqrt() * (chosen.mean - median(&others))) {
        return Err(UnknownWorth::Lopsided);
    }
    let own = others.iter().position(|mean| mean.to_bits() == chosen.mean.to_bits());
    own.map(|own| others.remove(own));
    let spread = Variation::pooled(&near);
    if spread.between_degrees < 3.0 || spread.within_degrees < 1.0 || others.is_empty() {
        return Err(UnknownWorth::TooFew);
    }
    let (of_game, of_means) = (spread.mean_square_within(), spread.mean_square_between());
    // James and Stein (1961): 1 - (ν - 2)/ν · v/T of a deviation is kept, of means with as many games.
    let factor = (spread.between_degrees - 2.0) / spread.between_degrees;
    let merit = (of_means - factor * of_game) / spread.games();
    let luck = of_game / f64::from(chosen.games);
    let share = (merit / (merit + luck)).clamp(-1.0, 1.0);
    // The level is independent of the luck of the candidate.
    let (level, of_level) = (mean(&others), of_means / spread.games() / others.len() as f64);
    let deviation = chosen.mean - level;
    let estimate = level + share * deviation;
    // Morris (1983): the variance of the noise that remains, and of the share, which is estimated too.
    let of_share = 2.0 / (spread.between_degrees - 2.0) + 2.0 / spread.within_degrees;
    let of_rest = of_level + of_share * deviation.powi(2);
    let variance = luck * share.max(0.0) + (1.0 - share).powi(2) * of_rest;
    // Nothing is known where no game differs from others of its candidate.
    if !(estimate + variance).is_finite() || of_game <= 0.0 {
        return Err(UnknownWorth::TooFew);
    }
    let interval = Interval::around(estimate, 1.96 * variance.sqrt());
    // No mean of rates or shares leaves 0 to 1.
    let is_rate = blocks.iter().flat_map(means).all(|mean| (0.0..=1.0).contains(&mean));
    let [low, high] = if is_rate { [0.0, 1.0] } else { [f64::NEG_INFINITY, f64::INFINITY] };
    let back = |end: f64| scale.from(end).clamp(low, high);
    Ok(Worth { estimate: back(estimate), interval: interval.map(back) })
}
