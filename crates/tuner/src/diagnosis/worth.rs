//! What the candidate with the highest mean is worth. The highest of many
//! noisy means is the luckiest one: its mean says more of luck than of merit.

use super::anova::Variation;
use super::trend::{Level, smooth};
use super::{Block, Candidate};
use crate::statistics::Interval;

/// Blocks on either side that tell the level a candidate is drawn from.
const NEIGHBOURS: usize = 10;

/// No estimate lies further below its block's level than the measured mean
/// lies above it: with few candidates the share below could be any number.
const MIN_SHARE: f64 = -1.0;

/// A candidate's mean score with the luck taken out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The estimate of its true mean score.
    pub estimate: f64,
    /// The 95 % interval of the true mean score.
    pub interval: Interval,
}

/// What is known of the candidates of a block before their own scores are seen.
struct Surroundings {
    /// The level they are drawn around.
    level: Level,
    /// Merit and luck, from other blocks if those say enough.
    variation: Variation,
    /// v/T times this is the share of a deviation that is luck.
    factor: f64,
}

impl Surroundings {
    fn of(blocks: &[Block], index: usize) -> Option<Self> {
        let first = index.saturating_sub(NEIGHBOURS);
        let near = &blocks[first..blocks.len().min(index + NEIGHBOURS + 1)];
        let own = index - first;
        let is_enough = |v: &Variation| v.between_degrees >= 3.0 && v.within_degrees >= 1.0;
        let others = near.iter().enumerate().filter(|&(other, _)| other != own);
        let others = others.fold(Variation::default(), |pooled, (_, block)| {
            pooled.and(Variation::of(block))
        });
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

    /// The mean of a candidate, shrunk towards the level of its surroundings.
    ///
    /// With ν degrees of freedom between candidates, T the variance of measured
    /// means and v that of luck, the share of a deviation that is kept is
    /// 1 - (ν - 2)/ν · v/T as James and Stein (1961) have it, which is right on
    /// average where T is independent of the deviation: where it is known from
    /// other blocks. Where the block itself must tell T, ν - 1 is right on
    /// average for its highest mean, since T is independent of that mean's
    /// deviation in units of √T. Neither is cut at 0, which would spoil that.
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
        // Morris (1983): the luck that the share leaves in, the
        // level, and the share itself, which is estimated too.
        let kept = share.max(0.0);
        let taken = 1.0 - kept;
        let of_share = 2.0 / (variation.between_degrees - 2.0) + 2.0 / variation.within_degrees;
        let variance = kept * variation.mean_square_within() / f64::from(candidate.games)
            + taken * taken * (self.level.variance + of_share * deviation * deviation);
        let estimate = self.level.mean + share * deviation;
        let half_width = 1.96 * variance.sqrt();
        let interval = Interval {
            low: estimate - half_width,
            high: estimate + half_width,
        };
        (estimate, interval)
    }
}

/// The candidates on the scale of logarithms; `None` if a mean is not above 0.
///
/// Luck is a share of a score: only there is it as large for good candidates
/// as for bad ones. With v the variance of a mean by its square, logarithms of
/// means are v/2 too low on average, and their variance is v (1 + v/2); the
/// measured v is 1 + v too low, since the mean that it is divided by is measured
/// too. All three are exact up to v² for gamma distributed scores, whose
/// skewness is about that of games. v is the block's: the own one is large
/// where luck was.
fn logarithms(blocks: &[Block]) -> Option<Vec<Block>> {
    let is_positive = |block: &Block| block.candidates.iter().all(|c| c.mean > 0.0);
    blocks.iter().all(is_positive).then(|| {
        let mut logged = blocks.to_vec();
        for block in &mut logged {
            for candidate in &mut block.candidates {
                let relative = |deviation| deviation / candidate.mean;
                candidate.deviation = candidate.deviation.map(relative);
                candidate.mean = libm::log(candidate.mean);
            }
            // Not a number where every candidate has one game only.
            let of_game = Variation::of(block).mean_square_within().max(0.0);
            for candidate in &mut block.candidates {
                let of_mean = of_game / f64::from(candidate.games);
                let correction = ((1.0 + of_mean) * (1.0 + of_mean / 2.0)).sqrt();
                candidate.deviation = candidate.deviation.map(|sd| sd * correction);
                candidate.mean += of_mean / 2.0;
            }
        }
        logged
    })
}

/// What a candidate is worth that was chosen for its mean; `None` where too few
/// candidates and games stand around it to say, or a mean is not above 0.
///
/// # Panics
/// If there is no such block or candidate in it.
pub fn worth(blocks: &[Block], block: usize, candidate: usize) -> Option<Worth> {
    let blocks = logarithms(blocks)?;
    let candidate = &blocks[block].candidates[candidate];
    let (estimate, interval) = Surroundings::of(&blocks, block)?.worth(candidate);
    Some(Worth {
        estimate: libm::exp(estimate),
        interval: Interval {
            low: libm::exp(interval.low),
            high: libm::exp(interval.high),
        },
    })
}
