//! Where rows slide, packed for the search: both moves of a row in one load.

use std::sync::LazyLock;

use super::moves::MoveTables;

/// A row's moves and what a spawn in it makes of their legality.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(8))]
pub struct Slide {
    /// The row after a move to the left.
    pub left: u16,
    /// The row after a move to the right.
    pub right: u16,
    /// Four bits per cell, the lowest for the leftmost cell: the row with a 2
    /// in the cell does not move to the left, with a 4 not to the left, with a
    /// 2 not to the right, with a 4 not to the right.
    pub stuck: u16,
    /// The same four bits four times: the row itself moves to the left (two
    /// bits), to the right (two bits).
    pub moving: u16,
}

/// One [`Slide`] per row; no table depends on weights.
#[derive(Debug)]
pub struct Slides {
    /// By row.
    pub rows: Box<[Slide; 65536]>,
}

static SLIDES: LazyLock<Slides> = LazyLock::new(Slides::new);

impl Slides {
    /// The table, built at the first call.
    #[inline]
    pub fn get() -> &'static Self {
        &SLIDES
    }

    fn new() -> Self {
        let moves = MoveTables::get();
        let slide = |row: usize| {
            let (left, right) = (moves.left[row], moves.right[row]);
            let mut moving = 0;
            if usize::from(left) != row {
                moving |= 0x3333;
            }
            if usize::from(right) != row {
                moving |= 0xcccc;
            }
            let mut stuck = 0;
            for cell in (0..4).filter(|cell| row >> (4 * cell) & 0xf == 0) {
                for (lane, rank) in [(0, 1), (1, 2)] {
                    let spawned = row | rank << (4 * cell);
                    let is_stuck = |moved: &[u16; 65536]| u16::from(usize::from(moved[spawned]) == spawned);
                    stuck |= is_stuck(&moves.left) << (4 * cell + lane);
                    stuck |= is_stuck(&moves.right) << (4 * cell + lane + 2);
                }
            }
            Slide { left, right, stuck, moving }
        };
        let rows: Vec<Slide> = (0..65536).map(slide).collect();
        Self {
            rows: rows.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("the length is 65 536")),
        }
    }
}
