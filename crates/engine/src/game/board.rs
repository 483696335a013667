//! The board: sixteen ranks in 64 bits.
//!
//! ```text
//!   bit 0      4      8     12
//!     +------+------+------+------+
//!     |  r0  |  r1  |  r2  |  r3  |   bits  0..16   row 0
//!     |  r4  |  r5  |  r6  |  r7  |   bits 16..32   row 1
//!     |  r8  |  r9  |  r10 |  r11 |   bits 32..48   row 2
//!     |  r12 |  r13 |  r14 |  r15 |   bits 48..64   row 3
//!     +------+------+------+------+
//! ```
//!
//! A rank is the binary logarithm of a tile, 0 for an empty cell. Four bits
//! end at rank 15, the tile 32 768. Two of these merge as in the real game: the
//! merge scores 65 536 and the game reports a tile of 65 536. On the board,
//! however, the new tile has rank 15 again and can merge with another 32 768.

use crate::processor::Processor;

/// The highest rank of a cell: 15, the tile 32 768.
pub const MAX_RANK: u8 = 15;

/// A position: sixteen ranks of four bits, in reading order from the lowest bits.
///
/// A rank is the binary logarithm of a tile, 0 for an empty cell. As text, a board is
/// sixteen hexadecimal ranks:
///
/// ```
/// use tune2048_engine::Board;
///
/// let board: Board = "a874 7642 5431 4320".parse()?;
/// assert_eq!(board.rank(0), 10); // the tile 1024, top left
/// assert_eq!(board.empty_cells(), 1);
/// assert_eq!(board.to_string(), "a874764254314320");
/// # Ok::<(), tune2048_engine::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board(
    /// The ranks: cell `i` in bits `4 * i` to `4 * i + 3`.
    pub u64,
);

impl Board {
    /// The board with no tiles.
    pub const EMPTY: Self = Self(0);

    /// The board with these ranks in reading order; `None` if a rank exceeds 15.
    pub fn from_ranks(ranks: [u8; 16]) -> Option<Self> {
        let bits = ranks.iter().rev().fold(0, |bits, &rank| bits << 4 | u64::from(rank));
        ranks.iter().all(|&rank| rank <= MAX_RANK).then_some(Self(bits))
    }

    /// The rank of a cell; cells are numbered 0 to 15 in reading order.
    #[inline]
    pub fn rank(self, cell: usize) -> u8 {
        (self.0 >> (4 * cell)) as u8 & 0xf
    }

    /// The sixteen ranks in reading order.
    pub fn ranks(self) -> [u8; 16] {
        std::array::from_fn(|cell| self.rank(cell))
    }

    /// A row, 0 to 3 from the top, with its leftmost rank in the lowest four bits.
    #[inline]
    pub fn row(self, index: usize) -> u16 {
        (self.0 >> (16 * index)) as u16
    }

    /// The board mirrored at its main diagonal, from top left to bottom right.
    ///
    /// ```text
    /// a b c d        a e i m
    /// e f g h   ->   b f j n
    /// i j k l        c g k o
    /// m n o p        d h l p
    /// ```
    #[inline]
    #[must_use]
    pub fn transpose(self) -> Self {
        let x = self.0;
        // Swaps cells inside the 2x2 blocks, then the blocks themselves.
        let swap = (x ^ (x >> 12)) & 0x0000_f0f0_0000_f0f0;
        let x = x ^ swap ^ (swap << 12);
        let swap = (x ^ (x >> 24)) & 0x0000_0000_ff00_ff00;
        Self(x ^ swap ^ (swap << 24))
    }

    /// A mask with the lowest bit of each empty cell set.
    #[inline]
    pub fn empty_mask(self) -> u64 {
        let x = self.0 | (self.0 >> 2);
        !(x | (x >> 1)) & 0x1111_1111_1111_1111
    }

    /// The board's tiles wherever they stand: in the four bits of each cell the number of
    /// tiles of that rank, empty cells included. Sixteen equal tiles count as one of the next
    /// rank, which no other tiles do.
    pub(crate) fn tiles(self) -> Self {
        let of_cell = |cell: u32| 1_u64 << (4 * (self.0 >> (4 * cell) & 0xf));
        Self((0..16).map(of_cell).fold(0, u64::wrapping_add))
    }

    /// Whether a cell has the highest rank.
    #[inline]
    pub(super) fn has_highest(self) -> bool {
        let x = self.0 & (self.0 >> 2);
        x & (x >> 1) & 0x1111_1111_1111_1111 != 0
    }

    /// The number of empty cells, 0 to 16.
    #[inline]
    pub fn empty_cells(self) -> u32 {
        self.empty_mask().count_ones()
    }

    /// For each cell, in its four bits: the number of empty cells up to it, modulo 16.
    #[inline]
    fn empty_up_to(self) -> u64 {
        self.empty_mask().wrapping_mul(0x1111_1111_1111_1111)
    }

    /// The index of the lowest bit of the `index`-th empty cell, from 0 in reading order;
    /// that of the last cell if there are fewer.
    #[inline]
    pub fn nth_empty(self, index: u32) -> u32 {
        const OF_BYTES: u64 = 0x0101_0101_0101_0101;
        const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
        let counts = self.empty_up_to();
        // A byte is 1 where a count exceeds the index. The last count is left out: on an
        // empty board it is 16, which is 0 in four bits.
        let exceed = |counts: u64| {
            let counts = (counts & 0x0f0f_0f0f_0f0f_0f0f) | HIGH_BITS;
            (counts.wrapping_sub(OF_BYTES * (u64::from(index) + 1)) & HIGH_BITS) >> 7
        };
        let before_last = OF_BYTES >> 8;
        let reached = exceed(counts) + (exceed(counts >> 4) & before_last);
        4 * (15 - (reached.wrapping_mul(OF_BYTES) >> 56) as u32)
    }

    /// The lowest bit of the empty cell that 32 random bits draw, each cell with the same
    /// probability; 0 if no cell is empty. Uses no instruction that counts bits.
    #[inline]
    pub(crate) fn draw_empty(self, draw: u32) -> u64 {
        let cells = match self.empty_up_to() >> 60 {
            0 if self == Self::EMPTY => 16,
            0 => return 0,
            cells => cells,
        };
        1 << self.nth_empty(((u64::from(draw) * cells) >> 32) as u32)
    }

    /// [`Self::draw_empty`] with the best instructions of a processor.
    #[inline(always)]
    pub(crate) fn draw_empty_on(self, processor: Processor, draw: u32) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if processor.has_fast_pdep {
            // Safety: the processor has these instructions.
            #[allow(unsafe_code, reason = "a cell in two instructions at depth 1")]
            return unsafe { self.fast_draw_empty(draw) };
        }
        self.draw_empty(draw)
    }

    /// [`Self::draw_empty`] for processors with these instructions.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2,popcnt")]
    #[inline]
    fn fast_draw_empty(self, draw: u32) -> u64 {
        let empty = self.empty_mask();
        let cells = u64::from(empty.count_ones());
        std::arch::x86_64::_pdep_u64(1 << ((u64::from(draw) * cells) >> 32), empty)
    }

    /// The number of different tiles; empty cells do not count.
    #[inline]
    pub fn distinct_tiles(self) -> u32 {
        let mut seen = 0_u32;
        let mut bits = self.0;
        while bits != 0 {
            seen |= 1 << (bits & 0xf);
            bits >>= 4;
        }
        (seen >> 1).count_ones()
    }

    /// The highest rank on the board.
    pub fn highest_rank(self) -> u8 {
        self.ranks().into_iter().fold(0, u8::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_agree_with_the_ranks(bits: u64) {
            let board = Board(bits);
            let ranks = board.ranks();
            prop_assert_eq!(Board::from_ranks(ranks), Some(board));
            prop_assert_eq!(board.empty_cells() as usize, ranks.iter().filter(|&&r| r == 0).count());
            let distinct: std::collections::HashSet<_> = ranks.iter().filter(|&&r| r > 0).collect();
            prop_assert_eq!(board.distinct_tiles() as usize, distinct.len());
        }

        #[test]
        fn empty_cells_are_found_in_reading_order(bits: u64, mask: u64) {
            for board in [Board(bits), Board(bits & mask), Board(bits & mask & mask << 7), Board::EMPTY] {
                let empty = (0..16).filter(|&cell| board.rank(cell) == 0);
                for (index, cell) in (0..).zip(empty) {
                    prop_assert_eq!(board.nth_empty(index), 4 * cell as u32, "{} {}", board, index);
                }
            }
        }

        #[test]
        fn equal_shares_of_the_draws_give_each_cell(bits: u64, mask: u64, draw: u32) {
            for board in [Board(bits), Board(bits & mask), Board(bits & mask & mask << 7), Board::EMPTY] {
                let empty: Vec<usize> = (0..16).filter(|&cell| board.rank(cell) == 0).collect();
                let drawn = (empty.len() as u64 * u64::from(draw)) >> 32;
                let cell = empty.get(drawn as usize).map_or(0, |cell| 1 << (4 * cell));
                prop_assert_eq!(board.draw_empty(draw), cell, "{} {}", board, draw);
                #[cfg(target_arch = "x86_64")]
                if is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("popcnt") {
                    // Safety: the processor has these features.
                    #[allow(unsafe_code, reason = "what is tested")]
                    let fast = unsafe { board.fast_draw_empty(draw) };
                    prop_assert_eq!(fast, cell, "{} {}", board, draw);
                }
            }
        }
    }
}
