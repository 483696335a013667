//! Whether a tuner's ranking of candidates says anything, since when it does
//! not, and what its best candidate is worth.
//!
//! Candidates come in blocks, such as generations, and are compared within
//! their block. docs/noise.md gives formulas, sources and measured errors.

mod anova;
mod lines;
mod scores_csv;
mod trend;
mod worth;

pub use anova::{Reliability, Variation};
pub use scores_csv::{BLOCK_SIZE, Scores, read};
pub use worth::{Worth, worth};

/// A ranking whose reliability is surely below this is called noise.
const NOISE_BELOW: f64 = 0.5;

/// The blocks by which the start of noise is judged.
const START: usize = 10;

/// The games of one candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// What the file calls it.
    pub name: String,
    /// How many games it played.
    pub games: u32,
    /// Their mean score.
    pub mean: f64,
    /// Their standard deviation (n - 1); `None` for one game.
    pub deviation: Option<f64>,
}

/// Candidates that are compared with each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// What the file calls it.
    pub name: String,
    /// At least one.
    pub candidates: Vec<Candidate>,
}

impl Block {
    /// All games of the block.
    pub fn games(&self) -> u64 {
        self.candidates.iter().map(|c| u64::from(c.games)).sum()
    }

    /// The mean score of all its games.
    pub fn mean(&self) -> f64 {
        let sums = self.candidates.iter().map(|c| f64::from(c.games) * c.mean);
        sums.sum::<f64>() / self.games() as f64
    }
}

/// The reliability of several blocks in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The index of the first block.
    pub first: usize,
    /// The index of the last block.
    pub last: usize,
    /// Their reliability, if it can be known.
    pub reliability: Option<Reliability>,
}

impl Stretch {
    fn of(blocks: &[Block], first: usize, last: usize) -> Self {
        let variations = blocks[first..=last].iter().map(Variation::of);
        let pooled = variations.reduce(Variation::and);
        Self {
            first,
            last,
            reliability: pooled.and_then(|variation| variation.reliability()),
        }
    }
}

/// The blocks in at most `most` stretches of equal length, the last one shorter.
pub fn stretches(blocks: &[Block], most: usize) -> Vec<Stretch> {
    let length = blocks.len().div_ceil(most).max(1);
    let firsts = (0..blocks.len()).step_by(length);
    let stretch = |first| Stretch::of(blocks, first, (first + length).min(blocks.len()) - 1);
    firsts.map(stretch).collect()
}

/// The longest stretch up to the end in which the ranking is noise: its
/// reliability, pooled, may be 0 and is surely below one half, and that of its
/// first ten blocks may be 0 too, since a long end would hide a short start.
pub fn noise_since(blocks: &[Block]) -> Option<Stretch> {
    let last = blocks.len().checked_sub(1)?;
    let mut pooled = Variation::default();
    let mut found = None;
    for first in (0..blocks.len()).rev() {
        pooled = pooled.and(Variation::of(&blocks[first]));
        let reliability = pooled.reliability();
        let is_noise = |r: &Reliability| r.interval.low <= 0.0 && r.interval.high < NOISE_BELOW;
        let start = Stretch::of(blocks, first, last.min(first + START - 1));
        let starts_so = start.reliability.is_some_and(|r| r.interval.low <= 0.0);
        if starts_so && reliability.as_ref().is_some_and(is_noise) {
            found = Some(Stretch {
                first,
                last,
                reliability,
            });
        }
    }
    found
}

/// The candidate with the highest mean, as (block, candidate); the first of
/// equals, `None` without candidates.
pub fn highest(blocks: &[Block]) -> Option<(usize, usize)> {
    let mut found: Option<(usize, usize)> = None;
    let mean = |(block, candidate): (usize, usize)| blocks[block].candidates[candidate].mean;
    for (index, block) in blocks.iter().enumerate() {
        for number in 0..block.candidates.len() {
            if found.is_none_or(|best| mean((index, number)) > mean(best)) {
                found = Some((index, number));
            }
        }
    }
    found
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::statistics::{mean, standard_deviation};

    /// A block of candidates with these games.
    pub(crate) fn block<const N: usize>(games: &[[f64; N]]) -> Block {
        let candidate = |(index, games): (usize, &[f64; N])| Candidate {
            name: index.to_string(),
            games: N as u32,
            mean: mean(games),
            deviation: standard_deviation(games),
        };
        Block {
            name: "0".to_owned(),
            candidates: games.iter().enumerate().map(candidate).collect(),
        }
    }
}
