//! The games at the end of a run that a search plays.

use tune2048_files::toml_errors::Mistake;

use super::file::{MethodKind, SearchTable};

/// The games of a run that a search plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchPhase {
    /// The depth, at least 1.
    pub depth: u8,
    /// The first game that the search plays.
    pub first: u64,
    /// λ of the returns.
    pub lambda: f64,
    /// The learning rate.
    pub learning_rate: f64,
}

impl SearchPhase {
    /// The phase of a run of so many games; `learning_rate` is that of its first phase.
    pub(super) fn new(
        table: SearchTable,
        games: u64,
        kind: MethodKind,
        learning_rate: f64,
    ) -> Self {
        Self {
            depth: table.depth.unwrap_or(1),
            first: games - games_of(table, games).min(games),
            lambda: table.lambda.unwrap_or(0.5),
            learning_rate: table.learning_rate.unwrap_or(match kind {
                MethodKind::TemporalDifferences => learning_rate,
                MethodKind::TemporalCoherence | MethodKind::OptimisticThenCoherent => 1.0,
            }),
        }
    }
}

/// The games that a search plays: a tenth of all where nothing is said.
fn games_of(table: SearchTable, games: u64) -> u64 {
    table.games.unwrap_or((games / 10).max(1))
}

/// The mistake of a search with more games than the run has; with `otd+tc` more than the
/// `coherent_games` of its second part.
pub(super) fn mistake_of(
    table: SearchTable,
    games: u64,
    coherent_games: Option<u64>,
) -> Option<Mistake> {
    let found = games_of(table, games);
    if found > games {
        let label = format!("found {found}, expected at most the {games} of `games`");
        return Some(Mistake::new(0..0, "the search has more games than the run", label));
    }
    let most = coherent_games.filter(|&most| found > most)?;
    let message = "with `otd+tc` a search plays games of the second part";
    let label = format!("found {found} games, expected at most the {most} that learn by tc");
    let help = "give fewer games, or a larger `method.fine-tuning`";
    Some(Mistake::new(0..0, message, label).help(help))
}

/// A depth in words: `at depth 1`, or `without search` for 0.
pub fn at_depth(depth: u8) -> String {
    match depth {
        0 => "without search".to_owned(),
        depth => format!("at depth {depth}"),
    }
}
