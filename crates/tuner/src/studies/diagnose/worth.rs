//! The expected score of a candidate that was chosen for its high mean.
//!
//! The highest of many noisy means is too high on average (the winner's curse).
//! Empirical-Bayes shrinkage towards the level of the neighbouring blocks
//! removes that bias. Broken candidates have no part in the level nor in the
//! spread: they would make the spread look like merit.

use crate::statistics::Interval;
use crate::studies::diagnose::broken::sound;
use crate::studies::diagnose::intraclass::Variation;
use crate::studies::diagnose::local_level::{Level, smooth};
use crate::studies::diagnose::log_scale::LogScale;
use crate::studies::diagnose::{Block, Candidate};

/// The number of blocks on either side from which the level of a candidate is estimated.
const NEIGHBOURS: usize = 10;

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

/// The prior distribution of the candidates of a block.
struct Surroundings {
    /// The mean of the prior distribution.
    level: Level,
    /// The variation between and within candidates, from other blocks if they suffice.
    variation: Variation,
    /// The correction for degrees of freedom: the shrunk share of a deviation is this times v/T.
    factor: f64,
}

impl Surroundings {
    /// Estimates the surroundings of block `own` from all blocks given.
    fn of(near: &[Block], own: usize) -> Option<Self> {
        let is_enough = |v: &Variation| v.between_degrees >= 3.0 && v.within_degrees >= 1.0;
        let others = near.iter().enumerate().filter(|&(other, _)| other != own);
        let others = others
            .fold(Variation::default(), |pooled, (_, block)| pooled.and(Variation::of(block)));
        let (variation, lost) = match is_enough(&others) {
            true => (others, 2.0),
            false => (Variation::of(&near[own]).and(others), 1.0),
        };
        if !is_enough(&variation) {
            return None;
        }
        let level = |block: &Block| Level {
            mean: block.mean(),
            variance: variation.mean_square_between() / block.games() as f64,
        };
        let measured: Vec<Level> = near.iter().map(level).collect();
        Some(Self {
            level: smooth(&measured)[own],
            variation,
            factor: (variation.between_degrees - lost) / variation.between_degrees,
        })
    }

    /// Returns the mean of a candidate, shrunk towards the level of its surroundings.
    ///
    /// Let ν be the degrees of freedom between candidates, T the variance of
    /// measured means and v the variance of their noise. The share of a deviation
    /// that is kept is 1 - (ν - 2)/ν · v/T (James and Stein 1961). It is unbiased
    /// if T is independent of the deviation, which is true if T comes from other
    /// blocks. If T comes from the block itself, ν - 1 in place of ν - 2 is
    /// unbiased for the highest mean, since T is independent of the deviation of
    /// that mean in units of √T. Truncation at 0 would introduce a bias.
    fn worth(&self, candidate: &Candidate) -> (f64, Interval) {
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
        let share = share.max(MIN_SHARE);
        let deviation = candidate.mean - self.level.mean;
        // Morris (1983): the variance of the noise that remains, of the level,
        // and of the share, which is estimated too.
        let kept = share.max(0.0);
        let taken = 1.0 - kept;
        let of_share = 2.0 / (variation.between_degrees - 2.0) + 2.0 / variation.within_degrees;
        let variance = kept * variation.mean_square_within() / f64::from(candidate.games)
            + taken * taken * (self.level.variance + of_share * deviation * deviation);
        let estimate = self.level.mean + share * deviation;
        let half_width = 1.96 * variance.sqrt();
        let interval = Interval { low: estimate - half_width, high: estimate + half_width };
        (estimate, interval)
    }
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
fn logarithms(candidates: &[&Candidate], scale: LogScale) -> Block {
    let relative = |candidate: &&Candidate| Candidate {
        deviation: candidate.deviation.map(|sd| sd / candidate.mean.abs()),
        ..(*candidate).clone()
    };
    let mut block =
        Block { name: String::new(), candidates: candidates.iter().map(relative).collect() };
    // The mean square is NaN if every candidate has only one game.
    let of_game = Variation::of(&block).mean_square_within().max(0.0);
    for candidate in &mut block.candidates {
        let of_mean = of_game / f64::from(candidate.games);
        let of_divisor = if candidate.is_assumed { 0.0 } else { of_mean };
        let correction = ((1.0 + of_divisor) * (1.0 + of_mean / 2.0)).sqrt();
        candidate.deviation = candidate.deviation.map(|sd| sd * correction);
        candidate.mean = scale.log(candidate.mean, of_mean);
    }
    block
}

/// Estimates the true mean score of a candidate that was chosen for its mean,
/// given by its index and that of its block. `None` if there are too few
/// candidates and games around it, or if it is broken.
///
/// # Panics
/// If an index is out of range.
pub fn worth(blocks: &[Block], block: usize, candidate: usize) -> Option<Worth> {
    let chosen = &blocks[block].candidates[candidate];
    let near = block.saturating_sub(NEIGHBOURS)..blocks.len().min(block + NEIGHBOURS + 1);
    let before = block - near.start;
    let scale = LogScale::of(chosen.mean);
    let sound = sound(&blocks[near], scale);
    let place =
        |candidates: &[&Candidate]| candidates.iter().position(|c| std::ptr::eq(*c, chosen));
    let candidate = place(&sound[before])?;
    let own = sound[..before].iter().filter(|block| !block.is_empty()).count();
    let filled = sound.iter().filter(|block| !block.is_empty());
    let logged: Vec<Block> = filled.map(|block| logarithms(block, scale)).collect();
    let surroundings = Surroundings::of(&logged, own)?;
    let (estimate, interval) = surroundings.worth(&logged[own].candidates[candidate]);
    Some(Worth {
        estimate: scale.exp(estimate),
        interval: Interval { low: scale.exp(interval.low), high: scale.exp(interval.high) },
    })
}
