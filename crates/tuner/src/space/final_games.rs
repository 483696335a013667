//! The games after the search, of the final race and of the validation: how many a campaign plays
//! whose file does not say it.

use std::iter;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::settings::{Budget, GamesPerCandidate};

/// The path of the setting that asks for stored scores.
pub(crate) const BASELINE: &str = "validation.baseline";
/// The share of the search's games that the final race plays by default: two in five.
const RACE: (u64, u64) = (2, 5);
/// The share of all games of a campaign that the final race plays by default: a quarter.
const RACE_OF_ALL: (u64, u64) = (1, 4);
/// The share of the search's games that each side of a validation plays by default: one in ten.
const VALIDATION: (u64, u64) = (1, 10);
/// The limits of the default games of each side of a validation. Fewer say nothing; more resolve
/// differences below 2 % of the mean score.
const VALIDATION_LIMITS: (u64, u64) = (20, 10_000);
/// The games of each side at the first look of a validation that stops: fewer say too little of the spread of scores.
const FIRST_LOOK: u32 = 100;
/// The largest default number of games of a race.
const MAX_RACE: u64 = 20_000;

/// The final race, which decides which weights are recommended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The number of candidates in the race, including the starting weights.
    pub finalists: u32,
    /// The number of new games of all finalists together, about; 0 for no race.
    pub games: u32,
}

impl Selection {
    /// Returns the rounds of a race among so many: how many are left, and the games that each of them plays.
    pub(crate) fn rounds(self, finalists: usize) -> impl Iterator<Item = (usize, u64)> {
        let rounds = finalists.next_power_of_two().ilog2().max(1) as usize;
        let left = iter::successors(Some(finalists), |left| Some(left.div_ceil(2)));
        left.take_while(|left| *left > 1)
            .map(move |left| (left, (self.games as usize / (left * rounds)).max(1) as u64))
    }

    /// Returns the games that a race among so many plays, all together.
    pub fn all_games(self, finalists: usize) -> u64 {
        let rounds = self.rounds(finalists).filter(|_| self.games > 0);
        rounds.map(|(left, games)| left as u64 * games).sum()
    }
}

/// The final measurement of the winner and of the starting weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Validation {
    /// The number of games, unused by the search, that the winner and the starting weights each play.
    pub games: u32,
    /// The source of the starting weights' scores. With `stored` only the winner plays.
    pub baseline: ValidationBaseline,
    /// Whether it ends at the first look that settles the question.
    pub stops: bool,
    /// Whether the winner plays against the starting weights, which then play no games of their own.
    pub is_match: bool,
}

impl Validation {
    /// Returns the number of players whose games a validation plays: the winner alone, or both.
    pub fn sides(&self) -> u32 {
        match self.baseline {
            ValidationBaseline::Played if !self.is_match => 2,
            _ => 1,
        }
    }

    /// Returns the most games of all players together.
    pub fn all_games(&self) -> u64 {
        u64::from(self.sides()) * u64::from(self.games)
    }

    /// Returns the games of each player at the looks: 100, 300, 900, … and all.
    pub fn looks(&self) -> Vec<u32> {
        let growing = iter::successors(Some(FIRST_LOOK), |games| games.checked_mul(3));
        let before_all = |games: &u32| self.stops && games + games / 2 <= self.games;
        growing.take_while(before_all).chain([self.games]).collect()
    }
}

/// The source of the starting weights' scores in a validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ValidationBaseline {
    /// New games on the seeds of the winner's.
    Played,
    /// The stored scores of a preset that has exactly these weights and this player, so that only the winner plays.
    Stored,
}

/// The final race, which decides which weights are recommended.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Selection")]
pub(super) struct SelectionTable {
    /// The number of candidates in the race, including the starting weights.
    #[schemars(range(min = 2, max = 10_000))]
    finalists: u32,
    /// The most new games of all finalists together; 0 for no race. Default 0 with `mirrored-es` and `cma-es`, else a quarter of the budget's, at most 20 000.
    #[schemars(range(max = 100_000_000))]
    pub(super) games: Option<u32>,
}

impl Default for SelectionTable {
    fn default() -> Self {
        Self { finalists: 8, games: None }
    }
}

/// The final measurement of the winner and of the starting weights.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Validation")]
pub(super) struct ValidationTable {
    /// The number of new games that the winner and the starting weights each play. The default number ends at 100, 300, 900, … games once there is a verdict. Default a tenth of the budget's, all players together.
    #[schemars(range(min = 2, max = 100_000_000))]
    pub(super) games: Option<u32>,
    /// The source of the starting weights' scores. Default `stored` where their mean score is maximised and stored, else `played`.
    pub(super) baseline: Option<ValidationBaseline>,
}

impl SelectionTable {
    /// Settles the race. `games` are the fewest of the budget, which counts those of the whole campaign if
    /// `is_whole`; with `has_mean` the search ends with a mean that needs no race.
    pub(super) fn settle(self, games: u64, is_whole: bool, has_mean: bool) -> Selection {
        let share = if is_whole { RACE_OF_ALL } else { RACE };
        let usual = if has_mean { 0 } else { part(games, share).min(MAX_RACE) };
        Selection { finalists: self.finalists, games: self.games.unwrap_or(usual as u32) }
    }
}

impl ValidationTable {
    /// Settles the measurement, with the games of the budget as for the race. Stored scores of the starting weights serve by
    /// default if they `are_stored`.
    pub(super) fn settle(
        self,
        games: u64,
        is_whole: bool,
        are_stored: bool,
        is_match: bool,
    ) -> Validation {
        let usual =
            if are_stored { ValidationBaseline::Stored } else { ValidationBaseline::Played };
        let baseline = self.baseline.unwrap_or(usual);
        let stops = self.games.is_none();
        let mut settled = Validation { games: 0, baseline, stops, is_match };
        let (low, high) = VALIDATION_LIMITS;
        let each = if is_whole {
            let all = part(games, VALIDATION).clamp(2 * low, 2 * high).min(games / 4);
            (all / u64::from(settled.sides())).max(2)
        } else {
            part(games, VALIDATION).clamp(low, high)
        };
        settled.games = self.games.unwrap_or(each as u32);
        settled
    }
}

fn part(games: u64, (share, all): (u64, u64)) -> u64 {
    games.saturating_mul(share) / all
}

/// The fewest and the most games that a search plays within the limits of its budget; a number of
/// minutes limits none. `None` if only minutes are given.
pub(super) fn search_games(
    budget: &Budget,
    population: u32,
    games_per_candidate: &GamesPerCandidate,
) -> Option<(u64, u64)> {
    let (low, high) = games_per_candidate.limits();
    let with = |games: u32| {
        let per_generation = u64::from(population) * u64::from(games);
        let by_generations =
            budget.generations.map(|count| per_generation.saturating_mul(u64::from(count)));
        by_generations.into_iter().chain(budget.games).min()
    };
    Some((with(low)?, with(high)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_a_race_are_divided_evenly_among_rounds_and_finalists() {
        let rounds = |games, finalists: usize| -> Vec<_> {
            Selection { finalists: 8, games }.rounds(finalists).collect()
        };
        assert_eq!(rounds(2400, 8), [(8, 100), (4, 200), (2, 400)]);
        assert_eq!(rounds(90, 5), [(5, 6), (3, 10), (2, 15)]);
        assert_eq!(rounds(100, 2), [(2, 50)]);
        assert_eq!(rounds(100, 1), []);
        // Each finalist plays, however few games there are.
        assert_eq!(rounds(1, 8), [(8, 1), (4, 1), (2, 1)]);
    }

    #[test]
    fn a_race_never_plays_more_games_than_it_is_given() {
        for finalists in 2..40 {
            for games in [0, 400, 1000, 8000] {
                let played = Selection { finalists: 8, games }.all_games(finalists);
                assert!(played <= games.into(), "{finalists}: {played} of {games}");
            }
        }
    }
}
