//! Play at depth 1, where every move is a leaf.

use std::hint::select_unpredictable;

use super::leaf_kernel::LeafKernel;
use super::value_function::Leaf;
use crate::game::{Board, Move, MoveTables, Session};

/// Makes several moves; returns whether the game goes on.
#[inline(always)]
pub(super) fn play<T: LeafKernel>(tables: &T, leaf: &mut Leaf, session: &mut Session) -> bool {
    let (moves, processor) = (MoveTables::get(), leaf.processor);
    let order = ORDERS[leaf.rarest as usize];
    let mut made = [0_u32; 4];
    for _ in 0..MOVES_AT_ONCE {
        let best = best(tables, leaf, moves, session.board(), order);
        let Some((direction, afterstate)) = best else {
            return false;
        };
        made[direction as usize] += 1;
        session.make_known(
            direction,
            afterstate,
            #[inline(always)]
            |board, draw| board.draw_empty_on(processor, draw),
        );
    }
    let rarest = Move::ALL.into_iter().min_by_key(|&direction| made[direction as usize]);
    leaf.rarest = rarest.unwrap_or(leaf.rarest);
    true
}

/// The move with the highest value of its leaf, the first of equals, and its afterstate.
/// The order of the leaves, one of [`ORDERS`], affects the time only.
#[inline(always)]
fn best<T: LeafKernel>(
    tables: &T,
    leaf: &mut Leaf,
    moves: &MoveTables,
    board: Board,
    order: [usize; 4],
) -> Option<(Move, Board)> {
    let mirrored = board.transpose();
    let ([left, right], [up, down]) = (moves.along(board), moves.along(mirrored));
    let afters = [up.transpose(), down.transpose(), left, right];
    let transposed = [up, down, left.transpose(), right.transpose()];
    // "& 3" removes the bounds checks.
    let afters = order.map(|number| afters[number & 3]);
    let transposed = order.map(|number| transposed[number & 3]);
    let afters_both = [0, 1, 2, 3].map(|place| [afters[place], transposed[place]]);
    let mut values = tables.chance_values(board, afters_both, leaf);
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
        return first_legal(moves, board);
    }
    Some((Move::ALL[best & 3], afterstate))
}

/// The first legal move and its afterstate.
#[cold]
#[inline(never)]
fn first_legal(moves: &MoveTables, board: Board) -> Option<(Move, Board)> {
    let after = |direction| Some((direction, moves.legal(board, direction)?));
    Move::ALL.into_iter().find_map(after)
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
    use crate::game::per_row::per_row;
    use crate::heuristic::row_tables::LineTables;

    #[test]
    fn the_first_of_equal_moves_is_best() {
        // Every board is worth the same.
        let tables = LineTables::new(0.0, [per_row(|_| 0.0)]);
        let mut leaf = Leaf::new(None);
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
                best(&tables, &mut leaf, MoveTables::get(), board.parse().unwrap(), order)
            };
            let best = ["0000000001000000", "1000000000000000", "1234234134124123"].map(best);
            assert_eq!(best, expected);
        }
    }
}
