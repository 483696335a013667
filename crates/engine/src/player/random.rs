//! Uniformly random play: the floor for every other player.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::valuing::ValueMoves;
use crate::game::{Board, GameSeed, Move, MoveTables, SpawnSource};

/// Settings of random play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct RandomSettings {
    /// The seed of the choices; with the board it decides the move.
    #[schemars(range(max = 9_223_372_036_854_775_807_u64))]
    pub seed: u64,
}

impl ValueMoves for RandomSettings {
    /// The random number of each legal move, in [0, 1). No boards are valued.
    fn values(&self, board: Board, _: &mut u64) -> [Option<f64>; 4] {
        let mut source = SpawnSource::new(GameSeed::of_position(self.seed, board));
        Move::ALL.map(|direction| {
            let draw = (source.draw() >> 11) as f64 / (1_u64 << 53) as f64;
            let is_legal = MoveTables::get().apply(board, direction) != board;
            is_legal.then_some(draw)
        })
    }
}
