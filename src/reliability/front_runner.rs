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
const LEAST_SHARE: f64 = -1.0;

/// A candidate's mean with the luck taken out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The index of the block.
    pub block: usize,
    /// The index of the candidate in its block.
    pub candidate: usize,
    /// The estimate of its true mean score.
    pub estimate: f64,
    /// The 95 % interval of the true mean score.
    pub interval: Interval,
}

/// What the candidates around a block have in common.
struct Surroundings {
    level: Level,
    variation: Variation,
}

impl Surroundings {
    fn of(blocks: &[Block], index: usize) -> Option<Self> {
        let first = index.saturating_sub(NEIGHBOURS);
        let near = &blocks[first..blocks.len().min(index + NEIGHBOURS + 1)];
        let variation = near
            .iter()
            .map(Variation::of)
            .reduce(Variation::and)
            .filter(|v| v.between_degrees >= 3.0 && v.within_degrees >= 1.0)?;
        let measured: Vec<Level> = near
            .iter()
            .map(|block| Level {
                mean: block.mean(),
                variance: variation.mean_square_between() / block.games() as f64,
            })
            .collect();
        Some(Self {
            level: smooth(&measured)[index - first],
            variation,
        })
    }

    /// The mean of a candidate, shrunk towards the level of its surroundings.
    ///
    /// With ν degrees of freedom between candidates, T the variance of measured
    /// means and v that of luck, the share of a deviation that is kept is
    /// 1 - (ν - 1)/ν · v/T. That is James and Stein's estimate with ν - 1 in
    /// place of ν - 2, and not cut at 0: for normal means it makes the estimate
    /// for the highest one right on average, whatever the truth, since T is
    /// independent of that mean's deviation in units of √T (docs/noise.md).
    fn worth(&self, candidate: &Candidate) -> (f64, Interval) {
        let variation = &self.variation;
        let degrees = variation.between_degrees;
        let luck = (degrees - 1.0) / degrees * variation.mean_square_within();
        let merit = variation.mean_square_between() - luck;
        let own_games = f64::from(candidate.games) / variation.games();
        let share = if merit < 0.0 {
            merit / variation.mean_square_between()
        } else if merit > 0.0 {
            own_games * merit / (own_games * merit + luck)
        } else {
            0.0
        };
        let share = share.max(LEAST_SHARE);
        let deviation = candidate.mean - self.level.mean;
        // Morris (1983), equation 4.1: the luck that the share leaves in, the
        // level, and the share itself, which is estimated too.
        let kept = share.max(0.0);
        let taken = 1.0 - kept;
        let of_share = 2.0 / (degrees - 2.0) + 2.0 / variation.within_degrees;
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

/// What each candidate is worth, block by block; `None` where too few
/// candidates and games stand around it to say.
pub fn worths(blocks: &[Block]) -> Vec<Worth> {
    let mut found = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let Some(surroundings) = Surroundings::of(blocks, index) else {
            continue;
        };
        for (number, candidate) in block.candidates.iter().enumerate() {
            let (estimate, interval) = surroundings.worth(candidate);
            found.push(Worth {
                block: index,
                candidate: number,
                estimate,
                interval,
            });
        }
    }
    found
}
