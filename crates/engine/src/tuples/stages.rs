//! The stages of a network: boards with larger tiles have weights of their own.

use super::shape::TupleError;
use crate::game::{Board, MAX_RANK};

/// The borders between stages, by the largest tile of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// The ranks at which a stage begins, ascending; the first stage begins at 0.
    borders: Vec<u8>,
}

impl Stages {
    /// Stages that begin at these tiles, after a first one that begins with the empty board.
    ///
    /// # Errors
    /// If a tile is not a power of two from 2 to 32 768, or not above the one
    /// before it.
    pub fn new(tiles: &[u32]) -> Result<Self, TupleError> {
        let mut borders = Vec::with_capacity(tiles.len());
        for &tile in tiles {
            let rank = tile.trailing_zeros() as u8;
            if !tile.is_power_of_two() || !(1..=MAX_RANK).contains(&rank) {
                let advice = "write a tile between 2 and 32768";
                return Err(TupleError(format!("a stage cannot begin at {tile}: {advice}")));
            }
            if borders.last().is_some_and(|&last| last >= rank) {
                let advice = "write them in ascending order";
                return Err(TupleError(format!(
                    "a stage begins at {tile} after one that does not begin below it: {advice}"
                )));
            }
            borders.push(rank);
        }
        Ok(Self { borders })
    }

    /// The number of stages.
    pub fn count(&self) -> usize {
        self.borders.len() + 1
    }

    /// The tiles at which the stages after the first begin.
    pub fn tiles(&self) -> Vec<u32> {
        self.borders.iter().map(|&rank| 1 << rank).collect()
    }

    /// The stage of a board, from 0.
    #[inline(always)]
    pub fn of(&self, board: Board) -> usize {
        let reached = |&&rank: &&u8| has_at_least(board, rank);
        self.borders.iter().take_while(reached).count()
    }
}

/// Whether a board has a tile of a rank or a larger one.
#[inline(always)]
fn has_at_least(board: Board, rank: u8) -> bool {
    const OF_BYTES: u64 = 0x0101_0101_0101_0101;
    const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    // The highest bit of a byte is set by the addition if its rank reaches the given one.
    let complement = OF_BYTES * u64::from(0x80 - rank);
    let even = (board.0 & LOW) + complement;
    let odd = (board.0 >> 4 & LOW) + complement;
    (even | odd) & (OF_BYTES << 7) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_borders_are_refused() {
        let refused = |tiles: &[u32]| Stages::new(tiles).unwrap_err().to_string();
        for tile in [1000, 1, 65_536] {
            let expected = "write a tile between 2 and 32768";
            assert_eq!(refused(&[tile]), format!("a stage cannot begin at {tile}: {expected}"));
        }
        let out_of_order = "a stage begins at 2048 after one that does not begin below it: \
                            write them in ascending order";
        assert_eq!(refused(&[2048, 2048]), out_of_order);
        assert_eq!(Stages::default().count(), 1);
    }
}
