//! How a move is chosen: one file per kind of player.
//!
//! To add a kind: write it with its settings in a file of its own, over any
//! [`ValueFunction`] or over none; name it in [`PlayerSettings`], where files
//! and schema take it from; and say in [`build`] how it is made. One that needs
//! no weights can come with the program as a [preset](crate::presets).

mod axis;
mod chance_node;
pub mod expectimax;
pub mod greedy_merges;
mod leaf;
pub mod look_ahead;
pub mod minimax;
pub mod model_chasing;
pub mod monte_carlo;
pub mod node_budget;
pub mod random;
pub mod settings;
mod star;
pub mod transposition;

pub use expectimax::Expectimax;
pub use greedy_merges::{GreedyMerges, GreedyMergesSettings};
pub use look_ahead::{LookAhead, LookAheadSettings};
pub use minimax::{Minimax, MinimaxSettings};
pub use model_chasing::{Corner, ModelChasing, ModelChasingSettings};
pub use monte_carlo::{MonteCarlo, MonteCarloSettings};
pub use node_budget::BudgetedExpectimax;
pub use random::{Random, RandomSettings};
pub use settings::{
    Depth, DepthRule, ExpectimaxSettings, NodeBudget, NodesOf, PlayerSettings, StaticValue,
    TerminalValue,
};

use crate::game::{Board, Move, Player};
use crate::heuristic::{Tables, ValueFunction};

/// A player that can say what it thinks.
pub trait AnalysingPlayer: Player {
    /// What each move is worth, in the order of [`Move::ALL`](crate::game::Move::ALL),
    /// `None` where it is illegal. Of the highest, the first is played.
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4];

    /// What the heuristic says of a board, if the player has one.
    fn static_value(&self, board: Board) -> Option<f64>;

    /// How deep the player looks from a board, if it knows that beforehand.
    fn depth_for(&self, board: Board) -> Option<u32>;
}

/// The player that the settings ask for, over the tables of any heuristic.
pub fn build<'t>(settings: &PlayerSettings, tables: &'t Tables) -> Box<dyn AnalysingPlayer + 't> {
    match tables {
        Tables::Rows(tables) => build_over(settings, tables),
        Tables::OuterAndInnerLines(tables) => build_over(settings, tables),
        Tables::RichRows(tables) => build_over(settings, tables),
        Tables::Matrix(tables) => build_over(settings, tables),
        Tables::MatrixWithBoardTerms(tables) => build_over(settings, tables),
        Tables::None(tables) => build_over(settings, tables),
    }
}

fn build_over<'t, T: ValueFunction>(
    settings: &PlayerSettings,
    tables: &'t T,
) -> Box<dyn AnalysingPlayer + 't> {
    match settings {
        PlayerSettings::Expectimax(settings) => {
            let search = Expectimax::new(tables, settings);
            match settings.depth {
                Depth::Nodes(budget) => Box::new(BudgetedExpectimax::new(search, budget)),
                Depth::Fixed(_) | Depth::Rule(_) => Box::new(search),
            }
        }
        PlayerSettings::Minimax(settings) => Box::new(Minimax::new(tables, settings)),
        PlayerSettings::LookAhead(settings) => Box::new(LookAhead::new(tables, settings)),
        PlayerSettings::MonteCarlo(settings) => Box::new(MonteCarlo::new(settings)),
        PlayerSettings::ModelChasing(settings) => Box::new(ModelChasing::new(settings)),
        PlayerSettings::GreedyMerges(_) => Box::new(GreedyMerges::default()),
        PlayerSettings::Random(settings) => Box::new(Random::new(settings)),
    }
}

/// The move of the highest value, the first of equals.
pub fn first_best<V: PartialOrd + Copy>(values: [Option<V>; 4]) -> Option<Move> {
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
