//! Scores against each of several opponents.

use serde::{Deserialize, Serialize};

use crate::statistics::ScoreReport;
use crate::subject::{ListedOpponent, Subject, met_by};
use tune2048_engine::game::{GameResult, GameSeed};

/// The scores of both weights against one opponent of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgainstOpponent {
    /// The opponent.
    pub name: String,
    /// The scores of the weights.
    pub tuned: ScoreReport,
    /// The scores of the starting weights.
    pub start: ScoreReport,
}

impl AgainstOpponent {
    /// The scores of games of two sides on these seeds, by opponent; of none if there is no list of them.
    pub(crate) fn of(
        subject: &Subject,
        seeds: &[GameSeed],
        sides: [&[GameResult]; 2],
    ) -> Vec<Self> {
        let [tuned, start] = sides.map(|games| reports_by_opponent(subject, seeds, games));
        let both = tuned.into_iter().zip(start);
        both.map(|((name, tuned), (_, start))| Self { name, tuned, start }).collect()
    }
}

/// The scores of games on these seeds by opponent; of none if there is no list of them. An opponent that no game met is
/// left out.
pub fn reports_by_opponent(
    subject: &Subject,
    seeds: &[GameSeed],
    games: &[GameResult],
) -> Vec<(String, ScoreReport)> {
    let opponents = subject.opponents();
    let report = |(index, opponent): (usize, &ListedOpponent)| {
        let met = seeds.iter().zip(games);
        let met = met.filter(|(seed, _)| met_by(opponents, **seed) == index);
        let met: Vec<GameResult> = met.map(|(_, game)| *game).collect();
        (!met.is_empty()).then(|| (opponent.name.clone(), ScoreReport::of(&met)))
    };
    opponents.iter().enumerate().filter_map(report).collect()
}
