//! The moves of two players on the same boards, with their values.

use rayon::prelude::*;

use crate::studies::explain::sample::SampledBoard;
use tune2048_engine::game::{Player, first_best};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::{BoardPlayer, EvaluateError, Monitor, Move, player};

/// What gives each thread a player of its own, or one that all share.
pub trait PlayerSource: Sync {
    /// Returns the player.
    fn player(&self) -> Box<dyn Player + '_>;
}

/// A player with the tables of its weights.
#[derive(Debug)]
pub struct Policy {
    /// The player with its weights.
    pub own: BoardPlayer,
    /// The tables of the weights.
    pub tables: Tables,
}

impl Policy {
    /// Builds the tables.
    pub fn new(own: BoardPlayer) -> Self {
        Self { tables: Tables::new(&own.weights), own }
    }
}

impl PlayerSource for Policy {
    fn player(&self) -> Box<dyn Player + '_> {
        player::build(&self.own.settings, &self.tables)
    }
}

/// The choices of two players on one board; every array has the first player first.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveComparison {
    /// The board, as it was sampled.
    pub sampled: SampledBoard,
    /// The value of each move, in the order of [`Move::ALL`]; `None` for an illegal move, and for all
    /// moves of a player that has no values.
    pub values: [[Option<f64>; 4]; 2],
    /// The moves that they choose.
    pub moves: [Move; 2],
}

impl MoveComparison {
    /// Whether both players choose the same move.
    pub fn agree(&self) -> bool {
        self.moves[0] == self.moves[1]
    }

    /// Returns the cost to a player of the move of the other player: how far its value is below that of its own.
    pub fn cost_of_other(&self, player: usize) -> f64 {
        let [own, other] = [player, 1 - player].map(|side| self.moves[side] as usize);
        let [own, other] = [own, other].map(|direction| self.values[player][direction]);
        own.zip(other).map_or(0.0, |(own, other)| own - other)
    }

    /// Returns the difference between the values of a player's best and worst legal move.
    pub fn spread(&self, player: usize) -> f64 {
        let legal = || self.values[player].iter().copied().flatten();
        legal().fold(f64::NEG_INFINITY, f64::max) - legal().fold(f64::INFINITY, f64::min)
    }
}

/// Compares the moves of two players on some boards, on the threads of the pool that it is called in.
///
/// # Errors
/// [`EvaluateError::Interrupted`] if a stop was requested through the monitor, or a player has no move.
pub fn judge(
    sources: [&dyn PlayerSource; 2],
    boards: &[SampledBoard],
    monitor: &Monitor,
) -> Result<Vec<MoveComparison>, EvaluateError> {
    let players = || sources.map(|source| source.player());
    let comparisons = boards.par_iter().map_init(players, |players, &sampled| {
        let compared = (!monitor.stop_requested()).then(|| of_board(players, sampled)).flatten();
        compared.ok_or(EvaluateError::Interrupted)
    });
    comparisons.collect()
}

/// The moves on a board; `None` if a player has none.
fn of_board(
    [a, b]: &mut [Box<dyn Player + '_>; 2],
    sampled: SampledBoard,
) -> Option<MoveComparison> {
    let choice = |player: &mut dyn Player| {
        let values = player.move_values(sampled.board);
        let best = first_best(values).or_else(|| player.choose(sampled.board));
        Some((values, best?))
    };
    let ((of_a, move_a), (of_b, move_b)) = (choice(&mut **a)?, choice(&mut **b)?);
    Some(MoveComparison { sampled, values: [of_a, of_b], moves: [move_a, move_b] })
}
