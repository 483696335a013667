//! Expectimax as textbooks have it, in double precision: every spawn in every cell.

use tune2048_engine::game::{Board, Move, MoveTables};

/// A textbook search over the values of boards.
#[derive(Clone, Copy)]
pub(crate) struct Textbook<'v> {
    pub(crate) value: &'v dyn Fn(Board) -> f64,
    pub(crate) dead: &'v dyn Fn(Board) -> f64,
    /// The smallest value of a best move.
    pub(crate) floor: f64,
    /// Whether values are points still to come, to which a move adds its own.
    pub(crate) counts_points: bool,
    /// Whether a spawned 4 counts as two spawns before the last one, as in a search of a budget.
    pub(crate) counts_tiles: bool,
    /// The cumulative probability below which branches are evaluated statically.
    pub(crate) probability_cut: f64,
}

impl<'v> Textbook<'v> {
    /// A search without a cut, in which a board without a legal move has the value 0.
    pub(crate) fn new(value: &'v dyn Fn(Board) -> f64) -> Self {
        Self {
            value,
            dead: &|_| 0.0,
            floor: f64::NEG_INFINITY,
            counts_points: false,
            counts_tiles: false,
            probability_cut: 0.0,
        }
    }

    /// The value of each move by a search that looks past a number of spawns.
    pub(crate) fn move_values(&self, board: Board, depth: u32) -> [Option<f64>; 4] {
        self.moves(board, depth as i32, 1.0)
    }

    fn moves(&self, board: Board, depth: i32, probability: f64) -> [Option<f64>; 4] {
        let moves = MoveTables::get();
        Move::ALL.map(|direction| {
            let after = moves.apply(board, direction);
            let points = f64::from(moves.points(board, direction));
            let points = if self.counts_points { points } else { 0.0 };
            (after != board).then(|| points + self.afterstate(after, depth, probability))
        })
    }

    fn afterstate(&self, after: Board, depth: i32, probability: f64) -> f64 {
        if depth <= 0 || probability < self.probability_cut {
            return (self.value)(after);
        }
        let empty: Vec<_> = (0..16).filter(|&cell| after.rank(cell) == 0).collect();
        let mut sum = 0.0;
        for &cell in &empty {
            for (rank, share) in [(1, 0.9), (2, 0.1)] {
                let board = Board(after.0 | rank << (4 * cell));
                let spawns = if self.counts_tiles && depth > 1 { rank as i32 } else { 1 };
                let probability = probability * share / empty.len() as f64;
                let values = self.moves(board, depth - spawns, probability);
                let best = values.into_iter().flatten().reduce(f64::max);
                sum += share * best.unwrap_or_else(|| (self.dead)(board)).max(self.floor);
            }
        }
        sum / empty.len() as f64
    }
}

/// Asserts that moves have the expected values, to a share of them or of a smallest size.
#[track_caller]
pub(crate) fn assert_close(
    found: [Option<f64>; 4],
    expected: [Option<f64>; 4],
    smallest: f64,
    place: &str,
) {
    for (found, expected) in found.into_iter().zip(expected) {
        assert_eq!(found.is_some(), expected.is_some(), "{place}");
        let (found, expected) = (found.unwrap_or(0.0), expected.unwrap_or(0.0));
        let error = (found - expected).abs();
        let allowed = 1e-5 * expected.abs().max(smallest);
        assert!(error <= allowed, "{place}: {found}, not {expected}");
    }
}
