//! The shape of a network: its tuples, the cells whose ranks together choose a weight, and its stages:
//! boards with larger tiles have weights of their own.

use std::fmt;
use std::str::FromStr;

use super::extract_bits::Portable;
use super::planes::{mask_in_planes, orientations_in_planes};
use crate::game::{Board, MAX_RANK};

/// The largest number of cells of a tuple: with seven it has 268 million weights, 1 GiB.
pub const MAX_CELLS: u32 = 7;

/// The cells whose ranks together choose a weight.
///
/// As text, the hexadecimal numbers of its cells in reading order: `012345` is the top row and
/// the two cells below its left half. The weights of a tuple serve all eight orientations of a
/// board, so that `012345` and `cdef89` are the same tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tuple {
    mask: u64,
}

impl Tuple {
    /// The bits of the cells on a board, four per cell.
    pub fn mask(self) -> u64 {
        self.mask
    }

    /// The number of cells, 1 to 7.
    pub fn cells(self) -> u32 {
        self.mask.count_ones() / 4
    }

    /// The number of weights: 16 to the power of the cells.
    pub fn weights(self) -> usize {
        1 << (4 * self.cells())
    }

    /// Whether another tuple is an orientation of this one.
    fn is_like(self, other: Self) -> bool {
        orientations_in_planes(Board(self.mask), Portable).contains(&mask_in_planes(other.mask))
    }
}

impl fmt::Display for Tuple {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = (0..16).filter(|cell| self.mask >> (4 * cell) & 1 == 1);
        for cell in cells {
            write!(formatter, "{cell:x}")?;
        }
        Ok(())
    }
}

impl FromStr for Tuple {
    type Err = TupleError;

    fn from_str(text: &str) -> Result<Self, TupleError> {
        let cells: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(16)).collect();
        let cells = cells.unwrap_or_default();
        let mask = cells.iter().fold(0_u64, |mask, cell| mask | 0xf << (4 * cell));
        let tuple = Self { mask };
        let are_different = tuple.cells() as usize == cells.len();
        if !are_different || !(1..=MAX_CELLS).contains(&tuple.cells()) {
            return Err(TupleError(format!(
                "`{text}` is no tuple - write the hexadecimal numbers of one to seven different \
                 cells, such as 012345 for the top row and the two cells below its left half"
            )));
        }
        Ok(tuple)
    }
}

/// Tuples or stages that no network can have: why, and what to write.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TupleError(String);

/// A named list of tuples.
#[derive(Clone, Copy, Debug)]
pub struct TupleSet {
    /// The name in files.
    pub name: &'static str,
    /// The tuples.
    pub tuples: &'static [&'static str],
    /// A description in one sentence.
    pub meaning: &'static str,
}

/// The named sets, smallest first.
///
/// `4x6` and `8x6` are those of Wu et al. 2014 and Matsuzaki 2016 as Guei et al. 2021
/// (arXiv:2111.11090) use them.
pub static SETS: [TupleSet; 5] = [
    TupleSet {
        name: "lines",
        tuples: &["0123", "4567"],
        meaning: "The rows and columns, as a table of rows has them: 0.5 MiB.",
    },
    TupleSet {
        name: "lines-and-squares",
        tuples: &["0123", "4567", "0145", "1256", "569a"],
        meaning: "Rows, columns and squares of four cells, which fit a level-2 cache: 1.25 MiB.",
    },
    TupleSet { name: "2x5", tuples: &["01245", "45689"], meaning: "Blocks of five cells: 8 MiB." },
    TupleSet {
        name: "4x6",
        tuples: &["012345", "456789", "012456", "45689a"],
        meaning: "Four tuples of six cells: 256 MiB.",
    },
    TupleSet {
        name: "8x6",
        tuples: &["012456", "456789", "012345", "234569", "01259a", "345678", "134567", "01489a"],
        meaning: "Eight tuples of six cells: 512 MiB.",
    },
];

/// The tuples of a named set.
///
/// # Errors
/// If there is none, with the names that there are.
pub fn named_set(name: &str) -> Result<Vec<Tuple>, TupleError> {
    let set = SETS.iter().find(|set| set.name == name);
    let set = set.ok_or_else(|| {
        let names = SETS.each_ref().map(|set| set.name).join(", ");
        TupleError(format!("there is no set of tuples `{name}` - the sets are {names}"))
    })?;
    parse_tuples(set.tuples)
}

/// Reads a list of tuples.
///
/// # Errors
/// The first of them that is malformed, or that is an orientation of one before.
pub fn parse_tuples<T: AsRef<str>>(texts: &[T]) -> Result<Vec<Tuple>, TupleError> {
    let mut tuples: Vec<Tuple> = Vec::with_capacity(texts.len());
    for text in texts {
        let tuple: Tuple = text.as_ref().parse()?;
        if let Some(&first) = tuples.iter().find(|first| first.is_like(tuple)) {
            return Err(TupleError(format!(
                "the tuples {first} and {tuple} are the same after turning or mirroring the board, \
                 and all orientations share weights anyway - leave one of them out"
            )));
        }
        tuples.push(tuple);
    }
    if tuples.is_empty() {
        let advice = "name a set such as 4x6, or list tuples such as \"012345\"";
        return Err(TupleError(format!("there is no tuple - {advice}")));
    }
    Ok(tuples)
}

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
    /// If a tile is not a power of two from 2 to 32 768, or not above the one before it.
    pub fn new(tiles: &[u32]) -> Result<Self, TupleError> {
        let mut borders = Vec::with_capacity(tiles.len());
        for &tile in tiles {
            let rank = tile.trailing_zeros() as u8;
            let is_tile = tile.is_power_of_two() && (1..=MAX_RANK).contains(&rank);
            if !is_tile || borders.last().is_some_and(|&last| last >= rank) {
                let advice = "write tiles from 2 to 32768 in ascending order";
                return Err(TupleError(format!("a stage cannot begin at {tile}: {advice}")));
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
    fn named_sets_are_sound() {
        for set in SETS {
            let tuples = named_set(set.name).unwrap();
            let texts: Vec<String> = tuples.iter().map(Tuple::to_string).collect();
            assert_eq!(texts, set.tuples);
        }
    }

    #[test]
    fn impossible_tuples_are_refused() {
        for (texts, expected) in [
            (&["01g"][..], "`01g` is no tuple - write the hex"),
            (&["0120"], "`0120` is no tuple"),
            (&["01234567"], "`01234567` is no tuple"),
            (&[""], "`` is no tuple"),
            (&[], "there is no tuple"),
            (&["0123", "cdef"], "0123 and cdef are the same after turning"),
            (&["0145", "abef"], "are the same after turning"),
        ] {
            let error = parse_tuples(texts).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        let error = named_set("9x9").unwrap_err().to_string();
        assert!(error.contains("4x6, 8x6"), "{error}");
    }

    #[test]
    fn impossible_borders_are_refused() {
        let refused = |tiles: &[u32]| Stages::new(tiles).unwrap_err().to_string();
        let expected = "write tiles from 2 to 32768 in ascending order";
        for tiles in [&[1000][..], &[1], &[65_536], &[2048, 2048]] {
            let tile = tiles[tiles.len() - 1];
            assert_eq!(refused(tiles), format!("a stage cannot begin at {tile}: {expected}"));
        }
        assert_eq!(Stages::default().count(), 1);
    }
}
