//! Weights that come with the program, by name.

use super::corner_matrix::{CELLS, DIAGONAL, PUBLISHED};
use super::weights::{CellValue, HeuristicKind, Weights};

/// Built-in weights.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name to use wherever a weights file is expected.
    pub name: &'static str,
    /// Where the weights come from.
    pub meaning: &'static str,
    /// Whether a dead board has its static value; 0 otherwise.
    pub dead_is_static: bool,
    weights: fn() -> Weights,
}

impl Preset {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self {
            name: "2014",
            meaning: "the row weights that everybody copies, found by CMA-ES in 2014",
            dead_is_static: false,
            weights: || Weights::defaults(HeuristicKind::Rows),
        },
        Self {
            name: "2014-simple",
            meaning: "the same program before tuning: empty cells and edge bonus",
            dead_is_static: false,
            weights: simple,
        },
        Self {
            name: "corner-published",
            meaning: "the matrix found by random search, falling along the reading order",
            dead_is_static: true,
            weights: || matrix(PUBLISHED),
        },
        Self {
            name: "corner-diagonal",
            meaning: "the matrix made by hand, falling along the diagonals",
            dead_is_static: true,
            weights: || matrix(DIAGONAL),
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
}

/// 20 000 per empty cell, which stands in one row and one column, and 20 000
/// per row and column whose largest rank is at an end.
fn simple() -> Weights {
    Weights {
        heuristic: HeuristicKind::Rows,
        values: vec![0.0; super::rows::WEIGHTS.len()],
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
