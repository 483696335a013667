//! Play at depth 1, where every move is a leaf.

use std::hint::select_unpredictable;

use super::value_function::ValueFunction;
use crate::game::{Board, Move, MoveTables, Session};
use crate::processor::Processor;

/// What play at depth 1 keeps between moves.
#[derive(Debug)]
pub struct DepthOne {
    moves: &'static MoveTables,
    /// The move made least often of late; no value depends on it.
    rarest: Move,
    /// Whether to draw spawns with the instruction `pdep`.
    pub(crate) has_fast_pdep: bool,
}

impl DepthOne {
    pub(crate) fn new() -> Self {
        let has_fast_pdep = Processor::get().has_fast_pdep;
        Self { moves: MoveTables::get(), rarest: Move::Right, has_fast_pdep }
    }

    /// Makes several moves; returns whether the game goes on. `leaf_values` are the values of four afterstates, each with
    /// its transpose; minus infinity for one that is the board itself.
    #[inline(always)]
    pub(super) fn play<T: ValueFunction + ?Sized>(
        &mut self,
        tables: &T,
        session: &mut Session,
        draw_cell: impl Fn(Board, u32) -> u64,
        mut leaf_values: impl FnMut(Board, [[Board; 2]; 4]) -> [f32; 4],
    ) -> bool {
        let order = ORDERS[self.rarest as usize];
        let mut made = [0_u32; 4];
        for _ in 0..MOVES_AT_ONCE {
            let best = self.best(tables, session.board(), order, &mut leaf_values);
            let Some((direction, afterstate)) = best else {
                return false;
            };
            made[direction as usize] += 1;
            session.make_known(direction, afterstate, &draw_cell);
        }
        let rarest = Move::ALL.into_iter().min_by_key(|&direction| made[direction as usize]);
        self.rarest = rarest.unwrap_or(self.rarest);
        true
    }

    /// The move with the highest value of its leaf, the first of equals, and its afterstate.
    /// The order of the leaves, one of [`ORDERS`], affects the time only.
    #[inline(always)]
    fn best<T: ValueFunction + ?Sized>(
        &self,
        tables: &T,
        board: Board,
        order: [usize; 4],
        leaf_values: &mut impl FnMut(Board, [[Board; 2]; 4]) -> [f32; 4],
    ) -> Option<(Move, Board)> {
        let mirrored = board.transpose();
        let ([left, right], [up, down]) = (self.moves.along(board), self.moves.along(mirrored));
        let afters = [up.transpose(), down.transpose(), left, right];
        let transposed = [up, down, left.transpose(), right.transpose()];
        // "& 3" removes the bounds checks.
        let afters = order.map(|number| afters[number & 3]);
        let transposed = order.map(|number| transposed[number & 3]);
        let afters_both = [0, 1, 2, 3].map(|place| [afters[place], transposed[place]]);
        let mut values = leaf_values(board, afters_both);
        if tables.counts_points() {
            for (value, number) in values.iter_mut().zip(order) {
                *value = tables.with_points(*value, board, Move::ALL[number & 3]);
            }
        }
        let (mut best, mut afterstate, mut highest) = (order[0], afters[0], values[0]);
        // The first three are compared without branches, while the last leaf is computed.
        for place in [1, 2] {
            let is_better = values[place] > highest;
            best = select_unpredictable(is_better, order[place], best);
            afterstate = select_unpredictable(is_better, afters[place], afterstate);
            highest = if is_better { values[place] } else { highest };
        }
        // The last is compared with a branch, so that the processor can predict it and
        // continue with the game; a comparison before the last leaf would discard the work
        // on it after a wrong prediction.
        let is_better = if order[3] < best { values[3] >= highest } else { values[3] > highest };
        if is_better {
            keep_branch();
            (best, afterstate, highest) = (order[3], afters[3], values[3]);
        }
        if highest == f32::NEG_INFINITY {
            return self.first_legal(board);
        }
        Some((Move::ALL[best & 3], afterstate))
    }

    /// The first legal move and its afterstate.
    #[cold]
    #[inline(never)]
    fn first_legal(&self, board: Board) -> Option<(Move, Board)> {
        let after = |direction| Some((direction, self.moves.legal(board, direction)?));
        Move::ALL.into_iter().find_map(after)
    }
}

/// The number of moves between two checks whether to stop: about ten microseconds.
const MOVES_AT_ONCE: u32 = 64;

/// `ORDERS[m]` evaluates move `m` last: the rarest recent move, so that the branch on the last
/// leaf is predicted well.
static ORDERS: [[usize; 4]; 4] = [[1, 2, 3, 0], [0, 2, 3, 1], [0, 1, 3, 2], [0, 1, 2, 3]];

/// Prevents the compiler from replacing the branch that calls it by a conditional move.
#[cold]
#[inline]
fn keep_branch() {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{HeuristicKind, Tables, Weights};

    #[test]
    fn the_first_of_equal_moves_is_best() {
        let player = DepthOne::new();
        let tables = Tables::new(&Weights::defaults(HeuristicKind::None));
        let after = |board: &str| board.parse().unwrap();
        let expected = [
            Some((Move::Up, after("0100000000000000"))),
            Some((Move::Down, after("0000000000001000"))),
            None,
        ];
        for last in Move::ALL {
            let order = ORDERS[last as usize];
            assert_eq!(Move::ALL[order[3]], last);
            let best = |board: &str| {
                player.best(&*tables, board.parse().unwrap(), order, &mut |board, afters| {
                    afters.map(|[after, _]| if after == board { f32::NEG_INFINITY } else { 0.0 })
                })
            };
            let best = ["0000000001000000", "1000000000000000", "1234234134124123"].map(best);
            assert_eq!(best, expected);
        }
    }
}
