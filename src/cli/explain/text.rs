//! What `explain` found, as a table and as JSON.

use serde::Serialize;
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::explain::{Explanation, StageReport, largest_tile};
use tune2048_tuner::words::range;

use crate::cli::terminal::{counted, fixed, grouped, table};
use crate::view::chart::DataTable;

/// One of the two players.
#[derive(Debug, Serialize)]
pub(super) struct ExplainedPlayer {
    pub(super) weights: String,
    pub(super) player: String,
}

/// Findings about two players, serialised as `explain --json` prints them.
#[derive(Debug, Serialize)]
pub(super) struct ExplanationReport {
    pub(super) a: ExplainedPlayer,
    pub(super) b: ExplainedPlayer,
    pub(super) seed: u64,
    #[serde(flatten)]
    pub(super) found: Explanation,
}

impl ExplanationReport {
    /// Returns the whole text.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (letter, side) in [("A", &self.a), ("B", &self.b)] {
            text += &format!("{letter}: {}, {}\n", side.weights, side.player);
        }
        let Explanation { overall, stages } = &self.found;
        let boards_of =
            |player: usize| -> usize { stages.iter().map(|stage| stage.boards[player]).sum() };
        let (a, b) = (counted(boards_of(0), "board"), grouped(boards_of(1) as f64));
        text += &format!("{a} of A's games and {b} of B's, seed {}\n\n", self.seed);
        if overall.boards == 0 {
            return text + "No game had a choice between moves.\n";
        }
        text += &format!(
            "A and B play the same move on {} of the boards with a choice (95 % interval {}).\n\n",
            percent(overall.share),
            shares(overall.interval)
        );
        text + &stage_table(stages)
    }
}

fn percent(share: f64) -> String {
    format!("{} %", fixed(100.0 * share, 1))
}

fn shares(interval: Interval) -> String {
    range(interval, |share| fixed(100.0 * share, 1))
}

fn stage_table(stages: &[StageReport]) -> String {
    let cost = |share: Option<f64>| share.map_or("-".to_owned(), percent);
    let columns = DataTable::new("stages", "Stages of the game", stages)
        .number("largest tile", |stage| {
            let prefix = if stage.largest_tile == largest_tile(0) { "up to " } else { "" };
            format!("{prefix}{}", grouped(f64::from(stage.largest_tile)))
        })
        .number("boards A, B", |stage| stage.boards.map(|boards| boards.to_string()).join(", "))
        .number("same move", |stage| percent(stage.agreement.share))
        .number("95 % interval", |stage| shares(stage.agreement.interval))
        .number("B's move costs A", |stage| cost(stage.costs[0]))
        .number("A's move costs B", |stage| cost(stage.costs[1]));
    table(columns)
        + "\nCosts are means where the moves differ, as shares of what separates a player's best move \
           from its worst.\n"
}
