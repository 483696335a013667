//! Tables of a weight matrix: its best orientation on a board.
//!
//! The value is the maximum over rotations and transpositions W' of a matrix W of the
//! entrywise sum Σ W'∘A, where A are the numbers that stand for the tiles.
//!
//! All eight sums are read from the board's rows. The four orientations that map rows to
//! rows differ in the row of W that a row of the board is multiplied with (row r, or row
//! 3 - r upside down) and in its direction; the other four are the same for the transposed
//! matrix T. So one entry per row of the board contains eight sums:
//!
//! ```text
//! outer[row] = [W0 · row, W0 · reversed row, W3 · row, W3 · reversed row,
//!               T0 · row, T0 · reversed row, T3 · row, T3 · reversed row]
//! inner[row] = the same with W1, W2, T1 and T2
//! ```
//!
//! The bottom half of the board takes its entries with upright and upside down swapped. A
//! spawn in a row and a move along the rows change one entry of four; moves along the
//! columns are the same on the transposed board.

use wide::f32x4;

use super::leaf_kernel::LeafKernel;
use super::matrix_settings::Orientations;
use super::slid_boards::SlidBoards;
use super::table_pool::TablePool;
use super::value_function::ValueFunction;
use super::weight_matrix::WeightMatrix;
use crate::game::gaps::Gap;
use crate::game::per_row::{PerRow, per_row};
use crate::game::{Board, MoveTables};

/// One sum for each orientation.
type Sums = [f32; 8];

/// The tables of a matrix: 4 MiB.
#[derive(Debug)]
pub(super) struct MatrixTables {
    /// The sums of each row: at the edge of the board, then in its middle.
    sums: [PerRow<Sums>; 2],
    /// Minus infinity in the orientations that do not count: for a board, then for its
    /// transpose.
    mask: Option<[Sums; 2]>,
    matrix: WeightMatrix,
    moves: &'static MoveTables,
}

impl MatrixTables {
    /// Builds the tables of a matrix.
    pub(super) fn new(matrix: WeightMatrix) -> Self {
        let entries = &matrix.entries;
        let row = |row: usize| [0, 1, 2, 3].map(|column| entries[4 * row + column]);
        let column = |column: usize| [0, 1, 2, 3].map(|row| entries[4 * row + column]);
        Self {
            sums: [
                table([row(0), row(3), column(0), column(3)], &matrix),
                table([row(1), row(2), column(1), column(2)], &matrix),
            ],
            mask: mask(matrix.orientations),
            matrix,
            moves: MoveTables::get(),
        }
    }

    /// The sums of a row of the board; in the bottom half, those of the board upside down.
    #[inline(always)]
    fn sums(&self, index: usize, row: u16) -> Sums {
        self.sums[kind::<2>(index)][usize::from(row)]
    }

    /// The sums of the board after a move along a gap's row, which becomes `row`.
    ///
    /// Always inlined, so that it is compiled for the instructions of its caller.
    #[inline(always)]
    fn sums_after(&self, shared: &SharedSums, gap: Gap, side: usize, row: u16) -> Sums {
        let (rows, halves) =
            (&shared.rows[2 * gap.axis() + side], &shared.halves[2 * gap.axis() + side]);
        let half = plus(self.sums(gap.row(), row), rows[gap.row() ^ 1]);
        plus(half, halves[gap.row() >> 1 ^ 1])
    }

    #[inline(always)]
    fn slid_sums(&self, board: Board, slide: &[u16; 65536]) -> [Sums; 4] {
        let sums = |row: usize| self.sums(row, slide[usize::from(board.row(row))]);
        [sums(0), sums(1), sums(2), sums(3)]
    }
}

/// The kind of a line by its index, 0 to 3: at the edge, or in the middle.
#[inline(always)]
pub(super) fn kind<const KINDS: usize>(line: usize) -> usize {
    const { assert!(KINDS == 1 || KINDS == 2, "lines are of one kind or of two") };
    (line ^ line >> 1) & (KINDS - 1)
}

/// The data that all moves of an afterstate share, for its rows and for those of its transpose.
pub(super) struct SharedSums {
    boards: SlidBoards,
    /// The sums of the slid rows: by axis and side, then by row.
    rows: [[Sums; 4]; 4],
    /// The sums of the two slid rows of a half, upside down: by axis and side, then by half.
    halves: [[Sums; 2]; 4],
}

impl ValueFunction for MatrixTables {
    #[inline]
    fn value(&self, board: Board) -> f32 {
        let sums = [0, 1, 2, 3].map(|row| self.sums(row, board.row(row)));
        let mut sums = plus(plus(sums[0], sums[1]), upside_down(plus(sums[2], sums[3])));
        if let Some(mask) = &self.mask {
            sums = plus(sums, mask[0]);
        }
        largest(sums)
    }

    fn upper_bound(&self, position: Board, spawns: u32) -> f32 {
        self.matrix.upper_bound(position, spawns)
    }

    fn static_value(&self, board: Board) -> f64 {
        self.matrix.best(board).0
    }

    fn release(self: Box<Self>) {
        self.sums.into_iter().for_each(|table| SPARES.release(table));
    }
}

impl LeafKernel for MatrixTables {
    type Shared = SharedSums;
    type Slid = ();

    #[inline(always)]
    fn share(&self, boards: [Board; 2]) -> (SharedSums, [u64; 2]) {
        let [left, right] = [&self.moves.left, &self.moves.right];
        let rows = [
            self.slid_sums(boards[0], left),
            self.slid_sums(boards[0], right),
            self.slid_sums(boards[1], left),
            self.slid_sums(boards[1], right),
        ];
        let mut halves = [halves(rows[0]), halves(rows[1]), halves(rows[2]), halves(rows[3])];
        if let Some(mask) = &self.mask {
            for (index, [top, bottom]) in halves.iter_mut().enumerate() {
                let mask = mask[index >> 1];
                *top = plus(*top, upside_down(mask));
                *bottom = plus(*bottom, mask);
            }
        }
        let boards = SlidBoards::new(boards, self.moves);
        let illegal = boards.illegal();
        (SharedSums { boards, rows, halves }, illegal)
    }

    #[inline(always)]
    fn slide(&self, _: &SharedSums, _: Gap) {}

    #[inline(always)]
    fn move_values(&self, shared: &SharedSums, gap: Gap, (): ()) -> f32x4 {
        let row = |rank| usize::from(gap.row_with(&shared.boards.boards, rank));
        let (two, four) = (row(1), row(2));
        let (left, right) = (&self.moves.left, &self.moves.right);
        largest_of_each(
            self.sums_after(shared, gap, 0, left[two]),
            self.sums_after(shared, gap, 1, right[two]),
            self.sums_after(shared, gap, 0, left[four]),
            self.sums_after(shared, gap, 1, right[four]),
        )
    }

    #[inline(always)]
    fn boards_after(&self, shared: &SharedSums, gap: Gap, (): &()) -> [u64; 4] {
        shared.boards.all_after(gap, self.moves).map(|board| board.0)
    }
}

#[inline(always)]
fn halves(rows: [Sums; 4]) -> [Sums; 2] {
    [upside_down(plus(rows[0], rows[1])), upside_down(plus(rows[2], rows[3]))]
}

/// Minus infinity in the lanes of the orientations that do not count: for a board, then for
/// its transpose, where a matrix and its transpose change places.
fn mask(orientations: Orientations) -> Option<[Sums; 2]> {
    let kept: &[usize] = match orientations {
        Orientations::One => &[0],
        Orientations::Two => &[0, 4],
        Orientations::Eight => return None,
    };
    let keep = |lane| {
        if kept.contains(&lane) { 0.0 } else { f32::NEG_INFINITY }
    };
    Some([std::array::from_fn(keep), std::array::from_fn(|lane| keep(lane ^ 4))])
}

/// The sums of each row with each of four lines of the matrix, in both directions.
fn table(lines: [[f64; 4]; 4], matrix: &WeightMatrix) -> PerRow<Sums> {
    // Tables of the left and the right pair of cells make an entry one addition.
    let pair = |first: usize| -> Vec<[f64; 8]> {
        let sum = |ranks: usize, lane: usize| {
            let line = lines[lane >> 1];
            let weight = |cell: usize| {
                if lane & 1 == 0 { line[cell] } else { line[3 - cell] }
            };
            matrix.product(weight(first), ranks & 0xf)
                + matrix.product(weight(first + 1), ranks >> 4)
        };
        (0..256).map(|ranks| std::array::from_fn(|lane| sum(ranks, lane))).collect()
    };
    let (left, right) = (pair(0), pair(2));
    let mut table = SPARES.spare().unwrap_or_else(|| per_row(|_| Sums::default()));
    for (row, sums) in table.iter_mut().enumerate() {
        let (left, right) = (&left[row & 0xff], &right[row >> 8]);
        *sums = std::array::from_fn(|lane| (left[lane] + right[lane]) as f32);
    }
    table
}

static SPARES: TablePool<Sums> = TablePool::new();

#[inline(always)]
fn plus(a: Sums, b: Sums) -> Sums {
    std::array::from_fn(|lane| a[lane] + b[lane])
}

/// The sums with the upright and the upside-down orientations swapped.
#[inline(always)]
fn upside_down(sums: Sums) -> Sums {
    std::array::from_fn(|lane| sums[lane ^ 2])
}

/// The largest of the sums, none of which is NaN.
#[inline(always)]
fn largest(sums: Sums) -> f32 {
    largest_of_each(sums, sums, sums, sums).to_array()[0]
}

/// The largest of eight sums, for each of four boards; none is NaN.
#[inline(always)]
fn largest_of_each(a: Sums, b: Sums, c: Sums, d: Sums) -> f32x4 {
    // Each of three rounds halves the number of sums.
    let fold = |s: Sums| {
        f32x4::new([s[0], s[1], s[2], s[3]])
            .fast_max(f32x4::new([s[4], s[5], s[6], s[7]]))
            .to_array()
    };
    let [a, b, c, d] = [fold(a), fold(b), fold(c), fold(d)];
    let ab = f32x4::new([a[0], a[1], b[0], b[1]])
        .fast_max(f32x4::new([a[2], a[3], b[2], b[3]]))
        .to_array();
    let cd = f32x4::new([c[0], c[1], d[0], d[1]])
        .fast_max(f32x4::new([c[2], c[3], d[2], d[3]]))
        .to_array();
    f32x4::new([ab[0], ab[2], cd[0], cd[2]]).fast_max(f32x4::new([ab[1], ab[3], cd[1], cd[3]]))
}
