//! The block from which on a ranking is noise.

use crate::statistics::holm;
use crate::studies::diagnose::intraclass::{Reliability, Variation};
use crate::studies::diagnose::rise::rises;
use crate::studies::diagnose::{Block, Stretch};

/// The reliability of noise: a ranking is noise only if its reliability is significantly below
/// this value, at which 70 % of the variance between measured means are luck.
pub const MAX_NOISE_RELIABILITY: f64 = 0.3;

/// The number of blocks of the shortest stretch that is tested.
const SHORTEST: usize = 10;

/// The p-value below which a stretch is informative.
const ERROR: f64 = 0.05;

/// The judgement on the rankings of the last blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LastRankings {
    /// Nothing indicates that they are noise, or nothing is known.
    Informative,
    /// Each by itself may be noise, but the means of blocks still rise: together they say something.
    Rising,
    /// The longest stretch up to the end in which each is noise.
    Noise(Stretch),
}

/// Judges the rankings of the last blocks.
///
/// A stretch is informative if its candidates differ by the F test with p < 5 %.
/// Each ranking is noise from a block on if
/// - no later part is informative. Parts are the stretches of 10, 20, 40, … blocks
///   of the whole search, each of which begins in the middle of the one before;
///   their p-values are corrected for the number of parts (Holm 1979), so that a
///   search of nothing but noise has an informative part with a probability of 5 %;
/// - none of the stretches of 10, 20, 40, … blocks that begin with that block is
///   informative, without a correction, since a long end would hide a reliable start;
/// - the 95 % interval of the pooled reliability of all blocks from there on
///   contains 0 and lies below [`MAX_NOISE_RELIABILITY`];
/// - the means of blocks do not rise any more.
pub fn last_rankings(blocks: &[Block]) -> LastRankings {
    let Some(last) = blocks.len().checked_sub(1) else { return LastRankings::Informative };
    let means: Vec<f64> = blocks.iter().map(Block::mean).collect();
    let variations: Vec<Variation> = blocks.iter().map(Variation::of).collect();
    let first_allowed = last_informative(&variations).map_or(0, |first| first + 1);
    let mut rest = Variation::default();
    let mut found = LastRankings::Informative;
    for first in (first_allowed..blocks.len()).rev() {
        rest = rest.and(variations[first]);
        let reliability = rest.reliability();
        let is_noise =
            |r: Reliability| r.interval.low <= 0.0 && r.interval.high < MAX_NOISE_RELIABILITY;
        if !reliability.is_some_and(is_noise) || starts_informative(&variations[first..]) {
            continue;
        }
        if !rises(&means, first) {
            found = LastRankings::Noise(Stretch { first, last, reliability });
        } else if found == LastRankings::Informative {
            found = LastRankings::Rising;
        }
    }
    found
}

fn starts_informative(variations: &[Variation]) -> bool {
    let p_value = |length: usize| pooled(&variations[..length]).p_value();
    lengths(variations.len()).filter_map(p_value).any(|p_value| p_value < ERROR)
}

/// Returns the first block of the latest informative part.
fn last_informative(variations: &[Variation]) -> Option<usize> {
    let judge = |(first, length): (usize, usize)| {
        Some((first, pooled(&variations[first..first + length]).p_value()?))
    };
    let (firsts, p_values): (Vec<usize>, Vec<f64>) =
        parts(variations.len()).filter_map(judge).unzip();
    let judged = firsts.into_iter().zip(holm(&p_values));
    let informative = judged.filter(|&(_, p_value)| p_value < ERROR);
    informative.map(|(first, _)| first).max()
}

/// Returns the first block and the length of each part of so many blocks. The
/// last part of each length ends with the last block.
fn parts(blocks: usize) -> impl Iterator<Item = (usize, usize)> {
    lengths(blocks).flat_map(move |length| {
        let last = blocks - length;
        let firsts = (0..last).step_by(length / 2).chain([last]);
        firsts.map(move |first| (first, length))
    })
}

/// Returns the numbers 10, 20, 40, … up to a number of blocks.
fn lengths(blocks: usize) -> impl Iterator<Item = usize> {
    let double = |length: &usize| length.checked_mul(2);
    std::iter::successors(Some(SHORTEST), double).take_while(move |&length| length <= blocks)
}

fn pooled(variations: &[Variation]) -> Variation {
    variations.iter().copied().fold(Variation::default(), Variation::and)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_double_in_length_and_overlap_by_half() {
        assert_eq!(parts(9).count(), 0);
        assert_eq!(parts(10).collect::<Vec<_>>(), [(0, 10)]);
        let found: Vec<_> = parts(23).collect();
        assert_eq!(found, [(0, 10), (5, 10), (10, 10), (13, 10), (0, 20), (3, 20)]);
    }
}
