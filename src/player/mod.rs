//! How a move is chosen: one file per kind of player.
//!
//! To add a kind: write it in a file of its own, over any [`HeuristicTables`];
//! give it settings in [`settings`], where files and schema take them from;
//! and say in [`build`] how it is made.

mod axis;
pub mod expectimax;
pub mod node_budget;
pub mod settings;
pub mod transposition;

pub use expectimax::Expectimax;
pub use node_budget::BudgetedExpectimax;
pub use settings::{
    DeadValue, Deepening, Depth, DepthRule, ExpectimaxSettings, NodeBudget, PlayerSettings,
    StaticValue,
};

use crate::game::{Board, Move, Player};
use crate::heuristic::{HeuristicTables, Tables};

/// A player that can say what it thinks.
pub trait Thinker: Player {
    /// What each move is worth, in the order of [`Move::ALL`](crate::game::Move::ALL),
    /// `None` where it is illegal. Of the highest, the first is played.
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4];

    /// What the heuristic says of a board.
    fn static_value(&self, board: Board) -> f64;

    /// How deep the player looks from a board, if it knows that beforehand.
    fn depth_for(&self, board: Board) -> Option<u32>;
}

/// The player that the settings ask for, over the tables of any heuristic.
pub fn build<'t>(settings: &PlayerSettings, tables: &'t Tables) -> Box<dyn Thinker + 't> {
    match tables {
        Tables::Rows(tables) => build_over(settings, tables),
        Tables::CornerMatrix(tables) => build_over(settings, tables),
    }
}

fn build_over<'t, T: HeuristicTables>(
    settings: &PlayerSettings,
    tables: &'t T,
) -> Box<dyn Thinker + 't> {
    match settings {
        PlayerSettings::Expectimax(settings) => {
            let search = Expectimax::new(tables, settings);
            match settings.depth {
                Depth::Nodes(budget) => Box::new(BudgetedExpectimax::new(search, budget)),
                Depth::Fixed(_) | Depth::Rule(_) => Box::new(search),
            }
        }
    }
}

/// The move of the highest value, the first of equals.
fn first_best<V: PartialOrd + Copy>(values: [Option<V>; 4]) -> Option<Move> {
    let mut best: Option<(Move, V)> = None;
    for (direction, value) in Move::ALL.into_iter().zip(values) {
        if let Some(value) = value
            && best.is_none_or(|(_, highest)| value > highest)
        {
            best = Some((direction, value));
        }
    }
    best.map(|(direction, _)| direction)
}
