//! Players that value every move and make the best: what they have in common, and the simplest two.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Board, GameSeed, Move, MoveTables, Player, SpawnSource};

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

/// A way to value moves.
pub trait ValueMoves {
    /// The value of each move in the order of [`Move::ALL`], `None` for an illegal move. Adds the
    /// boards that it values to `nodes`.
    fn values(&self, board: Board, nodes: &mut u64) -> [Option<f64>; 4];

    /// The value of a board by itself, if it has one.
    fn static_value(&self, _board: Board) -> Option<f64> {
        None
    }
}

/// A player that makes the move with the highest value; of equal moves the first in
/// [`Move::ALL`].
#[derive(Clone, Copy, Debug)]
pub struct Valuing<V> {
    moves: V,
    nodes: u64,
}

impl<V> Valuing<V> {
    /// A player that values moves in this way.
    pub fn new(moves: V) -> Self {
        Self { moves, nodes: 0 }
    }
}

impl<V: ValueMoves> Player for Valuing<V> {
    fn start_game(&mut self) {
        self.nodes = 0;
    }

    fn choose(&mut self, board: Board) -> Option<Move> {
        first_best(self.move_values(board))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl<V: ValueMoves> AnalysingPlayer for Valuing<V> {
    fn move_values(&mut self, board: Board) -> [Option<f64>; 4] {
        self.moves.values(board, &mut self.nodes)
    }

    fn static_value(&self, board: Board) -> Option<f64> {
        self.moves.static_value(board)
    }
}

/// Greedy merging: the move that makes the most merges. It has no settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct GreedyMergesSettings {}

impl ValueMoves for GreedyMergesSettings {
    /// The number of merges of each move; the nodes are the afterstates compared.
    fn values(&self, board: Board, nodes: &mut u64) -> [Option<f64>; 4] {
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
