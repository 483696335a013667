//! The expected score of a candidate that was chosen for its high mean.
//!
//! The highest of many noisy means is too high on average (the winner's curse).
//! Empirical-Bayes shrinkage towards the level of the neighbouring blocks
//! removes that bias. Broken candidates have no part in the level nor in the
//! spread: they would make the spread look like merit. Nor do those below the
//! level have one in the spread where it differs above: a candidate with the highest
//! mean comes from the better half, whatever the worse one looks like. As far as luck is taken
//! off, the estimate goes half way to what the shape of the true means says, and the interval allows
//! for the rest.

use std::ops::Range;

use crate::statistics::{Interval, mean, median};
use crate::studies::diagnose::broken::sound;
use crate::studies::diagnose::intraclass::Variation;
use crate::studies::diagnose::local_level::{Level, smooth};
use crate::studies::diagnose::log_scale::LogScale;
use crate::studies::diagnose::true_means::expectation;
use crate::studies::diagnose::{Block, Candidate};

/// The most blocks on either side from which the level of a candidate and the spread around it are estimated.
const MOST_NEIGHBOURS: usize = 10;

/// The number of candidates that are enough for them: farther blocks of a search are of another spread.
const ENOUGH_CANDIDATES: usize = 200;

/// The smallest share of a deviation that is kept. With few candidates the
/// unbiased share can be any negative number; an estimate never lies further
/// below its level than the measured mean lies above it.
const MIN_SHARE: f64 = -1.0;

/// The estimate of a candidate's true mean score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The estimate, without the bias of the choice.
    pub estimate: f64,
    /// The 95 % interval of the true mean score.
    pub interval: Interval,
}

/// The largest share of the candidates around the chosen one that may be broken. Where more are, the
/// level of the others is not known.
const MAX_BROKEN: f64 = 0.3;

/// The share of merit from which on the others matter little.
const CLEAR_SHARE: f64 = 0.98;

/// The number of candidates above the level whose spread counts by itself.
const MIN_UPPER: usize = 20;

/// The variance of a median divided by that of a mean.
const OF_MEDIAN: f64 = std::f64::consts::FRAC_PI_2;

/// Why the worth of a candidate is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownWorth {
    /// There are too few candidates and games around it, or their scores are not of one sign.
    TooFew,
    /// The means of candidates differ by less than the luck of independent games explains: they
    /// share seeds that the file does not name.
    SharedSeeds,
    /// More than three in ten of the candidates around it are broken, or it is.
    TooManyBroken,
}

/// The prior distribution of the candidates of a block.
struct Surroundings {
    /// The mean of the prior distribution.
    level: Level,
    /// The mean luck that the block's candidates share, as far as their level tells it.
    common: Level,
    /// The variation between and within candidates, from other blocks if they suffice.
    variation: Variation,
    /// The deviations of the candidates of other blocks if they suffice, with the variance of their luck.
    deviations: Vec<Level>,
    /// The correction for degrees of freedom: the shrunk share of a deviation is this times v/T.
    factor: f64,
    /// The amount by which the shrunk share would be larger if the spread on both sides of the level counted.
    doubt: f64,
}

impl Surroundings {
    /// Estimates the surroundings of block `own` from all blocks given.
    fn of(near: &[Block], own: usize, scale: LogScale) -> Option<Self> {
        let is_enough = |v: &Variation| v.between_degrees >= 3.0 && v.within_degrees >= 1.0;
        let others = near.iter().enumerate().filter(|&(other, _)| other != own);
        let others = others
            .fold(Variation::default(), |pooled, (_, block)| pooled.and(Variation::of(block)));
        let (mut variation, lost, left_out) = match is_enough(&others) {
            true => (others, 2.0, Some(own)),
            false => (Variation::of(&near[own]).and(others), 1.0, None),
        };
        if !is_enough(&variation) {
            return None;
        }
        let measured: Vec<Level> = near.iter().map(|block| measured(block, &variation)).collect();
        let levels = smooth(&measured);
        let all = 0..near.len();
        let of_block =
            |block: usize| common_luck(near[block].common, measured[block], levels[block]);
        let luck: Vec<Level> = all.clone().map(of_block).collect();
        let of_block = |block: usize| {
            let center = levels[block].mean + luck[block].mean;
            near[block].candidates.iter().map(move |c| (c.mean - center, f64::from(c.games)))
        };
        let of_game = variation.mean_square_within();
        let counted = all.clone().filter(|&block| Some(block) != left_out);
        let deviation = |(mean, games)| Level { mean, variance: of_game / games };
        let deviations = counted.flat_map(of_block).map(deviation).collect();
        let upper = all.filter(|&block| block != own).flat_map(of_block);
        let upper = upper.filter(|(above, _)| *above > 0.0);
        let upper: Vec<f64> = upper.map(|(above, games)| above * above * games).collect();
        let mut doubt = 0.0;
        if upper.len() >= MIN_UPPER {
            let of_mean = of_game / variation.games();
            doubt = variation.take_upper(&upper, scale.excess_above(of_mean));
        }
        let factor = (variation.between_degrees - lost) / variation.between_degrees;
        let (level, common) = (levels[own], luck[own]);
        Some(Self { level, common, variation, deviations, factor, doubt })
    }

    /// Returns the share of a candidate's deviation from the level of its surroundings that is merit.
    ///
    /// Let ν be the degrees of freedom between candidates, T the variance of
    /// measured means and v the variance of their noise. The share of a deviation
    /// that is kept is 1 - (ν - 2)/ν · v/T (James and Stein 1961). It is unbiased
    /// if T is independent of the deviation, which is true if T comes from other
    /// blocks. If T comes from the block itself, ν - 1 in place of ν - 2 is
    /// unbiased for the highest mean, since T is independent of the deviation of
    /// that mean in units of √T. Truncation at 0 would introduce a bias.
    fn share(&self, candidate: &Candidate) -> f64 {
        let variation = &self.variation;
        let luck = self.factor * variation.mean_square_within();
        let merit = variation.mean_square_between() - luck;
        let own_games = f64::from(candidate.games) / variation.games();
        let share = if merit < 0.0 {
            merit / variation.mean_square_between()
        } else if merit > 0.0 {
            own_games * merit / (own_games * merit + luck)
        } else {
            0.0
        };
        share.max(MIN_SHARE)
    }

    /// Returns the expected deviation of a candidate by the shape of the true means; `None` where luck alone
    /// explains what separates them.
    fn by_shape(&self, candidate: &Candidate, deviation: f64) -> Option<f64> {
        let luck = self.variation.mean_square_within();
        let merit = self.variation.mean_square_between() - self.factor * luck;
        let merit = merit / self.variation.games();
        let chosen = Level { mean: deviation, variance: luck / f64::from(candidate.games) };
        (merit > 0.0 && luck > 0.0).then(|| expectation(&self.deviations, merit, chosen))
    }

    /// Returns the mean of a candidate, shrunk towards the level of its surroundings, and its interval.
    fn worth(&self, candidate: &Candidate, share: f64) -> (f64, Interval) {
        let variation = &self.variation;
        let deviation = candidate.mean - self.level.mean - self.common.mean;
        // Morris (1983): the variance of the noise that remains, of the level,
        // and of the share, which is estimated too.
        let kept = share.max(0.0);
        let taken = 1.0 - kept;
        let of_share = 2.0 / (variation.between_degrees - 2.0) + 2.0 / variation.within_degrees;
        let of_shape = self.doubt * self.doubt / 4.0;
        let variance = kept * variation.mean_square_within() / f64::from(candidate.games)
            + taken * taken * (self.level.variance + of_share * deviation * deviation)
            + kept * kept * self.common.variance
            + of_shape * deviation * deviation;
        let by_spread = share * deviation;
        let difference = self.by_shape(candidate, deviation).map_or(0.0, |shape| shape - by_spread);
        let estimate = self.level.mean + by_spread + taken * difference / 2.0;
        let half_width = 1.96 * (variance + taken * difference * difference / 2.0).sqrt();
        (estimate, Interval::around(estimate, half_width))
    }
}

/// Returns the mean luck that the candidates of a block share, of a given variance: as much of what
/// separates its measured level from the true one.
fn common_luck(variance: f64, measured: Level, level: Level) -> Level {
    if variance <= 0.0 {
        return Level { mean: 0.0, variance: 0.0 };
    }
    let share = variance / measured.variance;
    let variance = variance * (1.0 - share) + share * share * level.variance;
    Level { mean: share * (measured.mean - level.mean), variance }
}

/// Returns the measured level of a block: the median of its means, since candidates that are broken
/// in part lie on one side.
fn measured(block: &Block, variation: &Variation) -> Level {
    let means: Vec<f64> = block.candidates.iter().map(|candidate| candidate.mean).collect();
    let of_mean = variation.mean_square_between() / block.games() as f64;
    Level { mean: median(&means), variance: OF_MEDIAN * of_mean + block.common }
}

/// Converts means and deviations to logarithms.
///
/// The standard deviation of games is proportional to their mean: only on the
/// logarithmic scale is the noise of good and bad candidates equal. Let v be the
/// variance of a mean divided by its square. Logarithms of means are too low by
/// v/2 on average, and their variance is v (1 + v/2); the measured v is too low
/// by the factor 1 + v, since its divisor is measured too. All three corrections
/// are exact up to v² for gamma-distributed scores, whose skewness is close to
/// that of games. v is estimated from the whole block, since a candidate's own
/// variance is correlated with its mean.
fn logarithms(candidates: &[&Candidate], common: f64, scale: LogScale) -> Block {
    let relative = |candidate: &&Candidate| Candidate {
        deviation: candidate.deviation.map(|sd| sd / candidate.mean.abs()),
        ..(*candidate).clone()
    };
    let means: Vec<f64> = candidates.iter().map(|candidate| candidate.mean).collect();
    let common = common / mean(&means).powi(2);
    let candidates = candidates.iter().map(relative).collect();
    let mut block = Block { candidates, common, ..Block::default() };
    // The mean square is NaN if every candidate has only one game.
    let of_game = Variation::of(&block).mean_square_within().max(0.0);
    for candidate in &mut block.candidates {
        let of_mean = of_game / f64::from(candidate.games);
        let of_divisor = if candidate.freedom.is_finite() { of_mean } else { 0.0 };
        let correction = ((1.0 + of_divisor) * (1.0 + of_mean / 2.0)).sqrt();
        candidate.deviation = candidate.deviation.map(|sd| sd * correction);
        candidate.mean = scale.log(candidate.mean, of_mean);
    }
    block
}

/// Returns the blocks that say what is usual around one of them.
fn neighbours(blocks: &[Block], block: usize) -> Range<usize> {
    let within = |reach| block.saturating_sub(reach)..blocks.len().min(block + reach + 1);
    let is_enough = |reach: &usize| {
        let near = blocks[within(*reach)].iter();
        near.map(|block| block.candidates.len()).sum::<usize>() >= ENOUGH_CANDIDATES
    };
    within((1..MOST_NEIGHBOURS).find(is_enough).unwrap_or(MOST_NEIGHBOURS))
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
    let all = blocks.iter().map(Variation::of).fold(Variation::default(), Variation::and);
    if all.is_too_small() {
        return Err(UnknownWorth::SharedSeeds);
    }
    let chosen = &blocks[block].candidates[candidate];
    let near = neighbours(blocks, block);
    let before = block - near.start;
    let near = &blocks[near];
    let scale = LogScale::of(chosen.mean);
    let sound = sound(near, scale);
    let place =
        |candidates: &[&Candidate]| candidates.iter().position(|c| std::ptr::eq(*c, chosen));
    let all = near.iter().map(|block| block.candidates.len()).sum::<usize>() as f64;
    let left = sound.iter().map(Vec::len).sum::<usize>() as f64;
    if !scale.contains(chosen.mean) {
        return Err(UnknownWorth::TooFew);
    }
    let candidate = place(&sound[before]).ok_or(UnknownWorth::TooManyBroken)?;
    let own = sound[..before].iter().filter(|block| !block.is_empty()).count();
    let filled = sound.iter().zip(near).filter(|(sound, _)| !sound.is_empty());
    let logged: Vec<Block> =
        filled.map(|(sound, block)| logarithms(sound, block.common, scale)).collect();
    let surroundings = Surroundings::of(&logged, own, scale).ok_or(UnknownWorth::TooFew)?;
    let chosen = &logged[own].candidates[candidate];
    let share = surroundings.share(chosen);
    if left < (1.0 - MAX_BROKEN) * all && share < CLEAR_SHARE {
        return Err(UnknownWorth::TooManyBroken);
    }
    let (estimate, interval) = surroundings.worth(chosen, share);
    Ok(Worth { estimate: scale.exp(estimate), interval: interval.map(|end| scale.exp(end)) })
}
