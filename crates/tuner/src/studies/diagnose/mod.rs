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
//! | `table`, `rows`, `scores` | reading of scores from CSV, also of Optuna, and from a campaign, without the luck of common seeds |
//! | `trials` | candidates with the values of their parameters |
//! | `variation` | analysis of variance, and the reliability of a ranking |
//! | `worth` | the expected score of the candidate with the highest mean |

mod rows;
mod scores;
mod table;
mod trials;
mod variation;
mod worth;

pub use scores::{Scores, read};
pub use trials::{TriedCandidate, read_tried};
pub use variation::{Reliability, Variation};
pub use worth::{UnknownWorth, Worth, worth};

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
    /// scores.
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

/// How often more games the candidates of a block may have than others of it.
const MAX_GAMES_RATIO: f64 = 1.5;

/// Whether good candidates played more games than others, as in a race or in successive halving: then
/// many games say that a candidate was lucky in the first of them.
fn are_raced(blocks: &[Block]) -> bool {
    let games = |block: &Block| {
        let games = block.candidates.iter().map(|candidate| f64::from(candidate.games));
        games.fold((f64::INFINITY, 0.0_f64), |(low, high), n| (low.min(n), high.max(n)))
    };
    let is_more = |few: f64, many: f64| many > MAX_GAMES_RATIO * few;
    let within = blocks.iter().map(games).any(|(low, high)| is_more(low, high));
    within
        || blocks.windows(2).any(|pair| {
            2 * pair[1].candidates.len() <= pair[0].candidates.len()
                && is_more(games(&pair[0]).1, games(&pair[1]).0)
        })
}

/// Says why neither rankings nor the best can be judged by such scores, and what to do.
pub fn unjudged(blocks: &[Block]) -> Option<&'static str> {
    if are_raced(blocks) {
        return Some(
            "some candidates played more games than others, as in a race: they were chosen for their first games - \
             leave out all but those that played as many",
        );
    }
    Variation::pooled(blocks).is_too_small().then_some(
        "the means differ by less than the luck of independent games explains: candidates probably share seeds - \
         give a row per game, with its seed in a column `seed`",
    )
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
