//! What `explain` found, as a table and as JSON.

use serde::Serialize;
use serde_json::{Value, json};
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::explain::{Agreement, Explanation, StageReport};

use crate::cli::terminal::{counted, fixed, grouped, table};
use crate::view::chart::DataTable;

/// One of the two players.
#[derive(Debug, Serialize)]
pub(super) struct ExplainedPlayer {
    pub(super) weights: String,
    pub(super) player: String,
}

/// Findings about two players.
pub(super) struct ExplanationReport<'a> {
    pub(super) sides: [ExplainedPlayer; 2],
    pub(super) seed: u64,
    /// Number of boards from the games of each player.
    pub(super) boards: [usize; 2],
    pub(super) found: &'a Explanation,
}

impl ExplanationReport<'_> {
    /// Returns the whole text.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (letter, side) in ["A", "B"].into_iter().zip(&self.sides) {
            text += &format!("{letter}: {}, {}\n", side.weights, side.player);
        }
        let [a, b] = self.boards;
        let (a, b) = (counted(a, "board"), grouped(b as f64));
        text += &format!("{a} of A's games and {b} of B's, seed {}\n\n", self.seed);
        let overall = self.found.overall;
        if overall.boards == 0 {
            return text + "No game had a choice between moves.\n";
        }
        text += &format!(
            "A and B play the same move on {} of the boards with a choice (95 % interval {}).\n\n",
            percent(overall.share()),
            range(overall.interval())
        );
        text + &stage_table(&self.found.stages)
    }

    /// Returns the JSON of `explain --json`.
    pub(super) fn json(&self) -> Value {
        let stage = |stage: &StageReport| {
            json!({
                "largest_tile": stage.stage.largest_tile(),
                "agreement": agreement(stage.agreement),
                "on_games_of": per_player(stage.by_games.map(agreement)),
                "spread": per_player(stage.spreads),
                "cost": per_player(stage.costs),
            })
        };
        json!({
            "a": self.sides[0],
            "b": self.sides[1],
            "seed": self.seed,
            "agreement": agreement(self.found.overall),
            "stages": self.found.stages.iter().map(stage).collect::<Value>(),
        })
    }
}

fn agreement(found: Agreement) -> Value {
    json!({
        "boards": found.boards,
        "same": found.same,
        "share": (found.boards > 0).then(|| found.share()),
        "ci95": found.interval(),
    })
}

fn per_player<T: Serialize>([a, b]: [T; 2]) -> Value {
    json!({ "a": a, "b": b })
}

fn percent(share: f64) -> String {
    format!("{} %", fixed(100.0 * share, 1))
}

fn range(interval: Interval) -> String {
    let [low, high] = [interval.low, interval.high].map(|share| fixed(100.0 * share, 1));
    format!("{low} to {high}")
}

fn stage_table(stages: &[StageReport]) -> String {
    let cost = |share: Option<f64>| share.map_or("-".to_owned(), percent);
    let columns = DataTable::new("stages", "Stages of the game", stages)
        .number("largest tile", |stage| {
            let prefix = if stage.stage.is_first() { "up to " } else { "" };
            format!("{prefix}{}", grouped(f64::from(stage.stage.largest_tile())))
        })
        .number("boards A, B", |stage| {
            let [a, b] = stage.by_games.map(|games| games.boards);
            format!("{a}, {b}")
        })
        .number("same move", |stage| percent(stage.agreement.share()))
        .number("95 % interval", |stage| range(stage.agreement.interval()))
        .number("B's move costs A", |stage| cost(stage.costs[0]))
        .number("A's move costs B", |stage| cost(stage.costs[1]));
    table(&columns)
        + "\nCosts are means where the moves differ, as shares of what separates a player's best move \
           from its worst.\n"
}
