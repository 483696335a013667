//! Weights and players that come with the program, by name.

use crate::heuristic::corner_matrix::{CELLS, DIAGONAL, PUBLISHED};
use crate::heuristic::{CellValue, HeuristicKind, Weights, rows};
use crate::player::{DeadValue, ExpectimaxSettings, PlayerSettings, StaticValue};

/// Built-in weights.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name to use wherever a weights file is expected.
    pub name: &'static str,
    /// Where the weights come from.
    pub meaning: &'static str,
    weights: fn() -> Weights,
    player: fn() -> PlayerSettings,
}

impl Preset {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self {
            name: "2014",
            meaning: "the row weights that everybody copies, found by CMA-ES in 2014",
            weights: || Weights::defaults(HeuristicKind::Rows),
            player: PlayerSettings::default,
        },
        Self {
            name: "2014-simple",
            meaning: "the same program before tuning: empty cells and edge bonus",
            weights: simple,
            player: PlayerSettings::default,
        },
        Self {
            name: "corner-published",
            meaning: "the matrix found by random search, falling along the reading order",
            weights: || matrix(PUBLISHED),
            player: dead_is_static,
        },
        Self {
            name: "corner-diagonal",
            meaning: "the matrix made by hand, falling along the diagonals",
            weights: || matrix(DIAGONAL),
            player: dead_is_static,
        },
    ];

    /// The preset of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        const { &Self::ALL }
            .iter()
            .find(|preset| preset.name == name)
    }

    /// Its weights.
    pub fn weights(&self) -> Weights {
        (self.weights)()
    }

    /// The player they come with; the depths they were published for take longer
    /// than most machines can afford.
    pub fn player(&self) -> PlayerSettings {
        (self.player)()
    }
}

/// Expectimax that values a dead board like any other.
fn dead_is_static() -> PlayerSettings {
    PlayerSettings::Expectimax(ExpectimaxSettings {
        dead_value: DeadValue::Static(StaticValue::Static),
        ..ExpectimaxSettings::default()
    })
}

/// 20 000 per empty cell, which stands in one row and one column, and 20 000
/// per row and column whose largest rank is at an end.
fn simple() -> Weights {
    Weights {
        heuristic: HeuristicKind::Rows,
        values: vec![0.0; rows::WEIGHTS.len()],
    }
    .with("empty", 10_000.0)
    .with("edge", 20_000.0)
    .with("monotonicity-exponent", 4.0)
    .with("sum-exponent", 3.5)
}

fn matrix(entries: [f64; CELLS]) -> Weights {
    Weights {
        heuristic: HeuristicKind::CornerMatrix(CellValue::Face),
        values: entries.to_vec(),
    }
}
