//! The row heuristic with more terms, compared with formulas evaluated board by board.

use std::path::Path;

use proptest::prelude::*;
use tune2048_engine::game::Board;
use tune2048_engine::heuristic::{Tables, Weights};
use tune2048_tuner::weights::file::WeightsFile;

/// Generates boards of ranks 0 to 15; small ranks are more likely.
fn boards() -> impl Strategy<Value = Board> {
    let rank = prop_oneof![Just(0_u8), 0_u8..5, 0_u8..=15];
    prop::array::uniform16(rank).prop_map(|ranks| Board::from_ranks(ranks).unwrap())
}

fn weights(text: &str) -> Weights {
    let text = format!("[heuristic.rows]\n{text}");
    let file = WeightsFile::parse(Path::new("w.toml"), &text);
    let file = file.unwrap_or_else(|mistakes| panic!("{mistakes}"));
    file.weights.board_player().unwrap().weights
}

/// Returns the four rows and then the four columns of a board, in order.
fn lines(board: Board) -> [[f64; 4]; 8] {
    std::array::from_fn(|line| {
        std::array::from_fn(|cell| {
            let index = if line < 4 { 4 * line + cell } else { 4 * cell + line - 4 };
            f64::from(board.rank(index))
        })
    })
}

/// Returns the value of a row or column by the documented formulas.
fn line_value(ranks: [f64; 4], of: &dyn Fn(&str) -> f64) -> f64 {
    let tiles: Vec<f64> = ranks.into_iter().filter(|&rank| rank > 0.0).collect();
    let merges: usize = tiles
        .chunk_by(|a, b| (a - b).abs() < 0.5)
        .map(|run| if run.len() > 1 { run.len() } else { 0 })
        .sum();
    let power = |rank: f64| rank.powf(of("monotonicity-exponent"));
    let falls = |first: f64, second: f64| (power(first) - power(second)).max(0.0);
    let down: f64 = ranks.windows(2).map(|pair| falls(pair[0], pair[1])).sum();
    let up: f64 = ranks.windows(2).map(|pair| falls(pair[1], pair[0])).sum();
    let sum: f64 = ranks.iter().map(|rank| rank.powf(of("sum-exponent"))).sum();
    let largest = ranks.into_iter().fold(0.0, f64::max);
    let is_edge = ranks[0].max(ranks[3]) >= largest;
    let smoothness: f64 = tiles.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum();
    of("constant") + of("empty") * (4 - tiles.len()) as f64 + of("merges") * merges as f64
        - of("monotonicity") * down.min(up)
        - of("sum") * sum
        + of("edge") * f64::from(u8::from(is_edge))
        - of("smoothness") * smoothness
}

fn face(board: Board, cell: usize) -> f64 {
    match board.rank(cell) {
        0 => 0.0,
        rank => f64::from(1_u32 << rank),
    }
}

/// Returns the weighted sum of faces along a snake from the top left corner.
fn snake(board: Board, ratio: f64) -> f64 {
    (0..16)
        .map(|step| {
            let (row, column) = (step / 4, step % 4);
            let column = if row % 2 == 0 { column } else { 3 - column };
            ratio.powi(step as i32) * face(board, 4 * row + column)
        })
        .sum()
}

/// Returns the sum of faces weighted by the entries of a matrix.
fn matrix(board: Board, of: &dyn Fn(&str) -> f64) -> f64 {
    (0..16).map(|cell| of(&format!("matrix-{}{}", cell / 4, cell % 4)) * face(board, cell)).sum()
}

fn board_value(board: Board, weights: &Weights) -> f64 {
    let of = |name: &str| weights.get(name).unwrap_or(0.0);
    let inner = |name: &str| weights.get(&format!("inner-{name}")).unwrap_or_else(|| of(name));
    let all = lines(board);
    let values = all.iter().enumerate().map(|(line, &ranks)| {
        let is_inner = matches!(line % 4, 1 | 2);
        line_value(ranks, if is_inner { &inner } else { &of })
    });
    let ranks = all[..4].as_flattened();
    let largest = ranks.iter().fold(0.0, |a: f64, &b| a.max(b));
    let is_corner = [0, 3, 12, 15].iter().any(|&cell| ranks[cell] >= largest);
    let empty = ranks.iter().filter(|&&rank| rank < 0.5).count() as f64;
    let mirror = |board: Board| {
        let ranks = std::array::from_fn(|cell| board.rank(cell / 4 * 4 + 3 - cell % 4));
        Board::from_ranks(ranks).unwrap()
    };
    let (mut best, mut best_matrix) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    let mut turned = board;
    for _ in 0..4 {
        turned = mirror(turned.transpose());
        for board in [turned, turned.transpose()] {
            best = best.max(snake(board, of("snake-ratio")));
            best_matrix = best_matrix.max(matrix(board, &of));
        }
    }
    values.sum::<f64>()
        + of("corner") * f64::from(u8::from(is_corner))
        + of("board-empty") * empty.powf(of("board-empty-exponent"))
        + of("snake") * best
        + best_matrix
}

const SETS: [&str; 8] = [
    "smoothness = 30",
    "inner-empty = 600\ninner-sum = 3\ninner-smoothness = 12",
    "smoothness = 25\ninner-monotonicity-exponent = 2.5\ninner-edge = 300\ninner-merges = 0",
    "corner = 20000",
    "board-empty = 40\nboard-empty-exponent = 2",
    "snake = 2\nsnake-ratio = 0.4",
    "matrix-00 = 3\nmatrix-01 = 1.5\nmatrix-13 = 0.25\nsnake = 1\nsnake-ratio = 0.5",
    "smoothness = 7\ninner-monotonicity = 10\ninner-sum-exponent = 2\ncorner = 9000\n\
     board-empty = 90\nboard-empty-exponent = 1.5\nsnake = 3\nsnake-ratio = 0.7",
];

#[test]
fn values_of_boards_agree_with_the_formulas() {
    let sets = SETS.map(|set| (set, weights(set), Tables::new(&weights(set))));
    proptest!(|(board in boards())| {
        for (set, weights, tables) in &sets {
            let expected = board_value(board, weights);
            let found = tables.static_value(board);
            // Penalties of millions are stored with 24 bits of precision.
            prop_assert!((found - expected).abs() <= 1e-6 * expected.abs() + 8.0, "{set}: {board}: {found}, {expected}");
        }
    });
}
