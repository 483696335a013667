//! The empty cells of a row, by gap: which spawns are alike for moves along it.
//!
//! Wherever in a gap between tiles a tile spawns, a move along the row takes it
//! to the same place. So all there is to know of the spawns of an afterstate
//! is known of the first cell of each gap, but for one thing: a move may be
//! legal after one of the spawns and illegal after another.
//!
//! Everything here speaks of the moves along rows; those along columns are the
//! same on the transposed board.

use std::sync::LazyLock;

use super::board::Board;
use super::moves::MoveTables;

/// The lowest bits of the empty cells that have no empty cell to their left.
#[inline(always)]
pub fn first_of_gaps(board: Board) -> u64 {
    let empty = board.empty_mask();
    empty & !(empty << 4 & 0x1110_1110_1110_1110)
}

/// The bits set, the lowest first.
#[inline(always)]
pub fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros();
            mask &= mask - 1;
            bit
        })
    })
}

/// The bit of a cell on the transposed board.
#[inline(always)]
pub fn mirrored(bit: u32) -> u32 {
    bit >> 2 & 12 | bit << 2 & 48
}

/// What a row says of the legality of moves along it.
///
/// The lower half has four bits per cell, the lowest for the leftmost cell: the
/// row with a 2 in the cell does not move to the left, not to the right; with a
/// 4 not to the left, not to the right. The upper half says in the same places
/// of each cell whether the row as it is moves to the left and to the right.
#[derive(Clone, Copy, Debug, Default)]
pub struct Legality(u32);

impl Legality {
    /// By row; no table depends on weights. Built at the first call.
    pub fn of_rows() -> &'static [Self; 65536] {
        static TABLE: LazyLock<Box<[Legality; 65536]>> = LazyLock::new(|| {
            let rows: Vec<Legality> = (0..=u16::MAX).map(Legality::new).collect();
            rows.into_boxed_slice()
                .try_into()
                .unwrap_or_else(|_| unreachable!("the length is 65 536"))
        });
        &TABLE
    }

    fn new(row: u16) -> Self {
        let moves = MoveTables::get();
        let rests = |moved: &[u16; 65536], row: u16| moved[usize::from(row)] == row;
        let mut stuck = 0;
        for cell in (0..4).filter(|cell| row >> (4 * cell) & 0xf == 0) {
            for (lane, rank) in [(0, 1), (2, 2)] {
                let spawned = row | rank << (4 * cell);
                stuck |= u16::from(rests(&moves.left, spawned)) << (4 * cell + lane);
                stuck |= u16::from(rests(&moves.right, spawned)) << (4 * cell + lane + 1);
            }
        }
        let left = if rests(&moves.left, row) {
            0
        } else {
            0x5555_u32
        };
        let right = if rests(&moves.right, row) { 0 } else { 0xaaaa };
        Self(u32::from(stuck) | (left | right) << 16)
    }

    /// Which spawns on a board leave a move along the rows illegal, given its
    /// rows': four bits per cell as in a row's.
    #[inline(always)]
    pub fn illegal_moves(rows: [Self; 4]) -> u64 {
        const LOWER: u64 = 0x0000_ffff_0000_ffff;
        let [a, b, c, d] = rows.map(|Self(bits)| u64::from(bits));
        let (even, odd) = (a | c << 32, b | d << 32);
        let stuck = even & LOWER | (odd & LOWER) << 16;
        let moving = even >> 16 & LOWER | odd & !LOWER;
        // A row that slides makes the move legal for spawns in the others.
        let others = (moving | moving.rotate_left(16)).rotate_left(16) | moving.rotate_left(48);
        stuck & !others
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::Move;
    use super::*;
    use proptest::prelude::*;

    fn boards() -> impl Strategy<Value = Board> {
        let rank = prop_oneof![Just(0_u8), 0_u8..4, 0_u8..=15];
        prop::array::uniform16(rank).prop_map(|ranks| Board::from_ranks(ranks).unwrap())
    }

    proptest! {
        #[test]
        fn spawns_in_a_gap_are_alike_but_for_legality(board in boards()) {
            let moves = MoveTables::get();
            let rows = [0, 1, 2, 3].map(|row| Legality::of_rows()[usize::from(board.row(row))]);
            let illegal = Legality::illegal_moves(rows);
            let firsts = first_of_gaps(board);
            let mut first = 0;
            for bit in bits(board.empty_mask()) {
                if firsts >> bit & 1 == 1 {
                    first = bit;
                }
                prop_assert_eq!(bit >> 4, first >> 4);
                let lanes = [(1, Move::Left), (1, Move::Right), (2, Move::Left), (2, Move::Right)];
                for (lane, (rank, direction)) in lanes.into_iter().enumerate() {
                    let spawned = Board(board.0 | rank << bit);
                    let moved = moves.apply(spawned, direction);
                    let of_first = moves.apply(Board(board.0 | rank << first), direction);
                    prop_assert_eq!(moved, of_first);
                    let is_illegal = illegal >> (bit + lane as u32) & 1 == 1;
                    prop_assert_eq!(moved == spawned, is_illegal, "{} {} {}", board, bit, direction);
                }
            }
        }
    }
}
