//! Players: one file per way to choose moves.
//!
//! [`build`] makes a player from its [`PlayerSettings`] and the tables of any heuristic.
//!
//! To add a player, write a file with its settings and its implementation of
//! [`AnalysingPlayer`], add a variant to [`PlayerSettings`], which defines its keys in files,
//! and a case to [`build`]. A player without weights can be a [preset](crate::presets).

mod chance_bound;
mod chance_node;
mod children;
mod cut_range;
mod deep_chance_node;
mod depth;
mod depth_schedule;
mod downgrading;
mod expectimax;
mod greedy_merges;
mod horizon;
mod leaf;
mod look_ahead;
mod minimax;
mod model_chasing;
mod monte_carlo;
mod node_budget;
mod node_table;
mod open_spawns;
mod random;
mod range;
mod settings;
mod slots;
mod star;
mod table_lookups;
mod terminal_value;
mod transposition;
mod valuing;

pub use depth::{Depth, DepthRule, NodeBudget, NodesOf};
pub use depth_schedule::DepthSchedule;
pub use downgrading::{downgraded, rank_of};
pub use expectimax::Expectimax;
pub use greedy_merges::GreedyMergesSettings;
pub use look_ahead::{LookAhead, LookAheadSettings};
pub use minimax::{Minimax, MinimaxSettings};
pub use model_chasing::{Corner, ModelChasing, ModelChasingSettings};
pub use monte_carlo::MonteCarloSettings;
pub use node_budget::BudgetedExpectimax;
pub use random::RandomSettings;
pub use range::{SettingsError, in_range};
pub use settings::{ExpectimaxSettings, NoDepthError, PlayerSettings};
pub use terminal_value::{StaticValue, TerminalValue};
pub use valuing::{ValueMoves, Valuing};

use crate::game::{Board, Move, Player};
use crate::heuristic::{Tables, ValueFunction};
use downgrading::Downgrading;

/// A player that can explain its choice.
pub trait AnalysingPlayer: Player {
    /// The value of each move in the order of [`Move::ALL`], `None` for an illegal move. The
    /// first move with the highest value is played.
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4];

    /// The heuristic's value of a board, if the player has a heuristic.
    fn static_value(&self, _board: Board) -> Option<f64> {
        None
    }

    /// The depth of the search from a board, if it is known before the search.
    fn depth_for(&self, _board: Board) -> Option<u32> {
        None
    }
}

/// Builds the player of the settings over the tables of any heuristic.
///
/// [`PlayerSettings::check`] must accept the settings; with others the player may panic or
/// never end its search.
pub fn build<'t>(settings: &PlayerSettings, tables: &'t Tables) -> Box<dyn AnalysingPlayer + 't> {
    match tables {
        Tables::Rows(tables) => build_over(settings, tables),
        Tables::OuterAndInnerLines(tables) => build_over(settings, tables),
        Tables::LinesWithBoardTerms(tables) => build_over(settings, tables),
        Tables::RowsAndMatrices(tables) => build_over(settings, tables),
        Tables::Matrix(tables) => build_over(settings, tables),
        Tables::MatrixWithBoardTerms(tables) => build_over(settings, tables),
        Tables::Tuples(tables) => build_over(settings, tables),
        Tables::LinesAndSquares(tables) => build_over(settings, tables),
        Tables::TuplesAndRows(tables) => build_over(settings, tables),
        Tables::LinesAndSquaresAndRows(tables) => build_over(settings, tables),
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
            let player: Box<dyn AnalysingPlayer> = match settings.depth {
                Depth::Nodes(budget) => Box::new(BudgetedExpectimax::new(search, budget)),
                _ => Box::new(search),
            };
            match settings.downgrade_from.and_then(rank_of) {
                Some(from) => Box::new(Downgrading { player, from }),
                None => player,
            }
        }
        PlayerSettings::Minimax(settings) => Box::new(Minimax::new(tables, settings)),
        PlayerSettings::LookAhead(settings) => Box::new(LookAhead::new(tables, settings)),
        PlayerSettings::MonteCarlo(settings) => Box::new(Valuing::new(*settings)),
        PlayerSettings::ModelChasing(settings) => Box::new(ModelChasing::new(settings)),
        PlayerSettings::GreedyMerges(settings) => Box::new(Valuing::new(*settings)),
        PlayerSettings::Random(settings) => Box::new(Valuing::new(*settings)),
    }
}

/// The move with the highest value; of equal values the first.
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
