//! Which moves along a row are legal, before a spawn and after.

use std::sync::LazyLock;

use super::moves::MoveTables;

/// What a row says of the legality of moves along it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Legality {
    /// Four bits per cell, the lowest for the leftmost cell: the row with a 2
    /// in the cell does not move to the left, with a 4 not to the left, with a
    /// 2 not to the right, with a 4 not to the right.
    pub stuck: u16,
    /// The same four bits in each cell: the row itself moves to the left (two
    /// bits), to the right (two bits).
    pub moving: u16,
}

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
            for (lane, rank) in [(0, 1), (1, 2)] {
                let spawned = row | rank << (4 * cell);
                stuck |= u16::from(rests(&moves.left, spawned)) << (4 * cell + lane);
                stuck |= u16::from(rests(&moves.right, spawned)) << (4 * cell + lane + 2);
            }
        }
        let left = if rests(&moves.left, row) { 0 } else { 0x3333 };
        let right = if rests(&moves.right, row) { 0 } else { 0xcccc };
        Self {
            stuck,
            moving: left | right,
        }
    }
}
