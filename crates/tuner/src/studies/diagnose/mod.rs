//! Diagnosis of a finished tuning run: whether its rankings of candidates are
//! more than noise, and what its best candidate is worth.
//!
//! Candidates come in blocks, such as generations, and are compared within
//! their block. The reliability of a ranking is the intraclass correlation
//! ICC(1, k), estimated from the means and standard deviations that any tuner
//! records. A campaign under way estimates the same quantity by split halves,
//! because its objective need not be a mean and its candidates play equal seeds.
//!
//! | file | contents |
//! |---|---|
//! | `scores_csv`, `csv_lines`, `columns`, `rows` | reading of scores from CSV, also of Optuna |
//! | `trials` | candidates with the values of their parameters |
//! | `seeds` | seeds that repeat, and those that all candidates of a block play |
//! | `intraclass` | analysis of variance and the reliability of a ranking |
//! | `last_rankings` | the block from which on no single ranking says much |
//! | `worth` | the expected score of the candidate with the highest mean |

mod columns;
mod csv_lines;
mod intraclass;
mod last_rankings;
mod rows;
mod scores_csv;
mod seeds;
mod trials;
mod worth;

pub use columns::ColumnNames;
pub use intraclass::{Reliability, Variation};
pub use last_rankings::last_rankings;
pub use scores_csv::{ReadOptions, Scores, ScoresFormat, read};
pub use trials::{TriedCandidate, read_tried};
pub use worth::{UnknownWorth, Worth, are_raced, worth};

/// The games of one candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The name of the candidate in the file.
    pub name: String,
    /// The number of games.
    pub games: u32,
    /// The mean score of the games.
    pub mean: f64,
    /// The standard deviation of the scores (divisor n - 1); `None` if one game does not show it.
    pub deviation: Option<f64>,
    /// The degrees of freedom of the deviation: one less than the games where it is that of their
    /// scores; infinite if it is assumed and not measured.
    pub freedom: f64,
}

/// A group of candidates that are compared with each other, such as a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The name of the block in the file.
    pub name: String,
    /// The candidates, at least one.
    pub candidates: Vec<Candidate>,
}

impl Block {
    /// Returns the number of games of all candidates.
    pub fn games(&self) -> u64 {
        self.candidates.iter().map(|c| u64::from(c.games)).sum()
    }

    /// Returns the mean score of all games.
    pub fn mean(&self) -> f64 {
        let sums = self.candidates.iter().map(|c| f64::from(c.games) * c.mean);
        sums.sum::<f64>() / self.games() as f64
    }
}

/// The pooled reliability of consecutive blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The index of the first block.
    pub first: usize,
    /// The index of the last block.
    pub last: usize,
    /// The reliability; `None` if it cannot be estimated.
    pub reliability: Option<Reliability>,
}

/// Divides blocks into at most `max_stretches` stretches of equal length, of which the last may be shorter.
pub fn stretches(blocks: &[Block], max_stretches: usize) -> Vec<Stretch> {
    let length = blocks.len().div_ceil(max_stretches).max(1);
    let stretch = |first: usize| {
        let last = (first + length).min(blocks.len()) - 1;
        let reliability = Variation::pooled(&blocks[first..=last]).reliability();
        Stretch { first, last, reliability }
    };
    (0..blocks.len()).step_by(length).map(stretch).collect()
}

/// Returns the indices (block, candidate) of the candidate with the highest
/// mean, the first of equal ones; `None` without candidates.
pub fn highest(blocks: &[Block]) -> Option<(usize, usize)> {
    let mean = |(block, candidate): (usize, usize)| blocks[block].candidates[candidate].mean;
    let of_block = |block: usize| (0..blocks[block].candidates.len()).map(move |c| (block, c));
    let all = (0..blocks.len()).flat_map(of_block);
    all.reduce(|best, next| if mean(next) > mean(best) { next } else { best })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::statistics::{mean, standard_deviation};

    /// The example of Shrout and Fleiss 1979: six targets with the ratings of four judges.
    pub(crate) const RATINGS: [[f64; 4]; 6] = [
        [9.0, 2.0, 5.0, 8.0],
        [6.0, 1.0, 3.0, 2.0],
        [8.0, 4.0, 6.0, 8.0],
        [7.0, 1.0, 2.0, 6.0],
        [10.0, 5.0, 6.0, 9.0],
        [6.0, 2.0, 4.0, 7.0],
    ];

    /// Returns a block of candidates with the given scores.
    pub(crate) fn block<const N: usize>(games: &[[f64; N]]) -> Block {
        let candidate = |(index, games): (usize, &[f64; N])| Candidate {
            name: index.to_string(),
            games: N as u32,
            mean: mean(games),
            deviation: standard_deviation(games),
            freedom: N as f64 - 1.0,
        };
        Block {
            name: "0".to_owned(),
            candidates: games.iter().enumerate().map(candidate).collect(),
        }
    }
}
