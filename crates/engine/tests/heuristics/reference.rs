//! The formulas of heuristics, computed directly: slow, in double precision, without tables.

use tune2048_engine::game::Board;
use tune2048_engine::heuristic::{CellValue, HeuristicKind, Orientations, Weights};

pub(crate) type Square = [[f64; 4]; 4];

/// A board as a square of the numbers that stand for its ranks.
pub(crate) fn square(board: Board, cell_value: impl Fn(u8) -> f64) -> Square {
    let cell = |row: u32, column: u32| cell_value(board.rank((4 * row + column) as usize));
    [0, 1, 2, 3].map(|row| [0, 1, 2, 3].map(|column| cell(row, column)))
}

pub(crate) fn transposed(square: Square) -> Square {
    std::array::from_fn(|row| std::array::from_fn(|column| square[column][row]))
}

pub(crate) fn turned(square: Square) -> Square {
    std::array::from_fn(|row| std::array::from_fn(|column| square[3 - column][row]))
}

/// A square in all eight orientations: the square, its transpose, then the others.
pub(crate) fn orientations(square: Square) -> [Square; 8] {
    let mut all = [square; 8];
    all[1] = transposed(square);
    for index in 2..8 {
        all[index] = turned(all[index - 2]);
    }
    all
}

pub(crate) struct Reference {
    weights: Weights,
    /// The number that stands for each rank.
    cells: [f64; 16],
    /// The orientations of the matrix that are tried; empty without a matrix.
    matrices: Vec<Square>,
}

/// The value of a board, and the sum of the sizes of its summands, of which rounding is a
/// share.
#[derive(Clone, Copy)]
pub(crate) struct Value {
    pub(crate) value: f64,
    pub(crate) size: f64,
}

impl Reference {
    /// The formula of the weights; `None` for the row heuristics, which have golden values.
    pub(crate) fn new(weights: &Weights) -> Option<Self> {
        let get = |name: &str| weights.get(name).expect("a weight of the heuristic");
        let exponent = match weights.heuristic {
            HeuristicKind::CornerMatrix(CellValue::Power) | HeuristicKind::Differences => {
                get("exponent")
            }
            _ => 1.0,
        };
        let cell = |rank: usize| match (rank, &weights.heuristic) {
            (0, _) => 0.0,
            (_, HeuristicKind::CornerMatrix(CellValue::Rank)) => rank as f64,
            _ => libm::pow(f64::from(1_u32 << rank), exponent),
        };
        let named = |letter: char| -> Square {
            let row = |row| [0, 1, 2, 3].map(|column| get(&format!("{letter}{row}{column}")));
            [0, 1, 2, 3].map(row)
        };
        let (matrix, orientations) = match weights.heuristic {
            HeuristicKind::Rows
            | HeuristicKind::RichRows(_)
            | HeuristicKind::Expressions(_)
            | HeuristicKind::Tuples(_)
            | HeuristicKind::None => {
                return None;
            }
            HeuristicKind::CornerMatrix(_) => (named('w'), Orientations::Eight),
            HeuristicKind::Path(orientations) => (snake(get("ratio")), orientations),
            HeuristicKind::ExponentialSnake(orientations) => {
                let scaled = |exponent| get("sum") * libm::exp(exponent);
                (named('s').map(|row| row.map(scaled)), orientations)
            }
            HeuristicKind::Differences => ([[0.0; 4]; 4], Orientations::One),
        };
        let kept = usize::from(u8::from(orientations));
        Some(Self {
            weights: weights.clone(),
            cells: std::array::from_fn(cell),
            matrices: self::orientations(matrix)[..kept].to_vec(),
        })
    }

    pub(crate) fn value(&self, board: Board) -> Value {
        let get = |name: &str| self.weights.get(name).expect("a weight of the heuristic");
        let cells = square(board, |rank| self.cells[usize::from(rank)]);
        if self.weights.heuristic == HeuristicKind::Differences {
            let sum: f64 = cells.as_flattened().iter().sum();
            let apart = differences(cells) + differences(transposed(cells));
            let (sum, apart) = (2.0 * get("sum") * sum, 2.0 * get("difference") * apart);
            return Value { value: sum - apart, size: sum.abs() + apart.abs() };
        }
        let mut best = Value { value: f64::NEG_INFINITY, size: 0.0 };
        for matrix in &self.matrices {
            let terms = matrix.as_flattened().iter().zip(cells.as_flattened());
            let (mut value, mut size) = (0.0, 0.0);
            for (weight, cell) in terms {
                value += weight * cell;
                size += (weight * cell).abs();
            }
            best.value = best.value.max(value);
            best.size = best.size.max(size);
        }
        if let HeuristicKind::ExponentialSnake(_) = self.weights.heuristic {
            let empty = get("empty") * f64::from(board.empty_cells()).powi(2);
            best.value += empty;
            best.size += empty.abs();
        }
        best
    }
}

/// The powers of a ratio along a snake, whose rows run in alternating directions.
fn snake(ratio: f64) -> Square {
    let mut matrix = [[0.0; 4]; 4];
    let mut weight = 1.0;
    for (index, row) in matrix.iter_mut().enumerate() {
        for cell in row.iter_mut() {
            *cell = weight;
            weight *= ratio;
        }
        if index % 2 == 1 {
            row.reverse();
        }
    }
    matrix
}

/// The sum of the differences between neighbours along the rows.
fn differences(square: Square) -> f64 {
    let pairs = square.into_iter().flat_map(|[a, b, c, d]| [a - b, b - c, c - d]);
    pairs.map(f64::abs).sum()
}
