//! Players that value every move by itself and make the best, and the simplest two of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Board, GameSeed, Move, MoveTables, Player, SpawnSource};

/// A player by the function that values the moves of a board, and adds the boards valued to a count.
pub(super) struct Valuing<V> {
    pub(super) values: V,
    pub(super) nodes: u64,
}

impl<V: Fn(Board, &mut u64) -> [Option<f64>; 4]> Player for Valuing<V> {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        (self.values)(board, &mut self.nodes)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Greedy merging: the move that makes the most merges. It has no settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct GreedyMergesSettings {}

impl GreedyMergesSettings {
    /// The number of merges of each move; the nodes are the afterstates compared.
    pub(super) fn values(board: Board, nodes: &mut u64) -> [Option<f64>; 4] {
        Move::ALL.map(|direction| {
            let after = MoveTables::get().legal(board, direction)?;
            *nodes += 1;
            // Every merge frees a cell.
            Some(f64::from(after.empty_cells() - board.empty_cells()))
        })
    }
}

/// Uniformly random play: the floor for every other player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct RandomSettings {
    /// The seed of the choices; with the board it decides the move.
    #[schemars(range(max = 9_223_372_036_854_775_807_u64))]
    pub seed: u64,
}

impl RandomSettings {
    /// The random number of each legal move, in [0, 1).
    pub(super) fn values(&self, board: Board) -> [Option<f64>; 4] {
        let mut source = SpawnSource::new(GameSeed::of_position(self.seed, board));
        Move::ALL.map(|direction| {
            let draw = (source.draw() >> 11) as f64 / (1_u64 << 53) as f64;
            let is_legal = MoveTables::get().apply(board, direction) != board;
            is_legal.then_some(draw)
        })
    }
}
