//! The terms of a value: they add up, and each has the name of its weight.

use proptest::prelude::*;
use tune2048_engine::game::Board;
use tune2048_engine::heuristic::terms::BoardTerms;
use tune2048_engine::heuristic::{CellValue, HeuristicKind, Tables, Weights, rows};

use super::reference::{orientations, square};
use super::{boards, natural_weights, preset};

proptest! {
    #[test]
    fn terms_add_up_to_the_value(weights in natural_weights(), board in boards()) {
        let terms = BoardTerms::new(&weights);
        let parts = terms.of(board);
        prop_assert_eq!(parts.len(), terms.names().len());
        let (sum, value) = (parts.iter().sum::<f64>(), Tables::new(&weights).static_value(board));
        // The rounding is a share of the largest parts, among them the outer lines of the
        // term of inner lines, which cancel.
        let mut size: f64 = parts.iter().map(|part| part.abs()).sum();
        if let HeuristicKind::RichRows(_) = weights.heuristic {
            let outer = Weights {
                heuristic: HeuristicKind::Rows,
                values: weights.values[..rows::WEIGHTS.len()].to_vec(),
            };
            size += BoardTerms::new(&outer).of(board).iter().map(|part| part.abs()).sum::<f64>();
        }
        prop_assert!((sum - value).abs() <= 1e-6 * size, "{:?} {}: {:?}, {}", weights, board, parts, value);
    }
}

fn term(weights: &Weights, board: &str, name: &str) -> f64 {
    let terms = BoardTerms::new(weights);
    let place = terms.names().iter().position(|known| known == name);
    let place = place.unwrap_or_else(|| panic!("{name} in {:?}", terms.names()));
    terms.of(board.parse().expect("a board"))[place]
}

fn close(found: f64, expected: f64) {
    let error = (found - expected).abs();
    assert!(error <= 1e-6 * expected.abs().max(1.0), "{found}, expected {expected}");
}

/// Computed by hand for 4 in the corner, 2 2 in the second row.
#[test]
fn terms_of_rows_have_the_values_of_their_weights() {
    let weights = preset("2014");
    let board = "2000110000000000";
    close(term(&weights, board, "constant"), 8.0 * 200_000.0);
    // Thirteen empty cells, each in a row and a column.
    close(term(&weights, board, "empty"), 270.0 * 26.0);
    close(term(&weights, board, "merges"), 700.0 * 2.0);
    close(term(&weights, board, "edge"), 0.0);
    // Row 4 ... falls only; 2 2 0 0 falls only; column 4 2 0 0 falls only; column 0 2 0 0
    // rises by 1 and falls by 1.
    close(term(&weights, board, "monotonicity"), -47.0);
    let powers = 2.0 * (2.0_f64.powf(3.5) + 1.0 + 1.0);
    close(term(&weights, board, "sum"), -11.0 * powers);
}

#[test]
fn inner_weights_belong_to_the_term_of_the_outer_ones() {
    let kind = HeuristicKind::rows_with(["inner-empty", "matrix-00", "matrix-11", "corner"]);
    let weights = Weights::defaults(kind)
        .with("empty", 1.0)
        .with("inner-empty", 10.0)
        .with("matrix-00", 2.0)
        .with("matrix-11", 3.0)
        .with("corner", 5.0);
    let names = BoardTerms::new(&weights).names().to_vec();
    let expected =
        ["constant", "empty", "merges", "monotonicity", "sum", "edge", "corner", "matrix"];
    assert_eq!(names, expected);
    // A 16 in the corner: outer lines have 3 + 4 + 3 + 4 empty cells, inner ones 16.
    let board = "4000000000000000";
    close(term(&weights, board, "empty"), 14.0 + 160.0);
    close(term(&weights, board, "matrix"), 2.0 * 16.0);
    close(term(&weights, board, "corner"), 5.0);
    // In the middle the best orientation counts it by the entry beside the diagonal.
    close(term(&weights, "0000040000000000", "matrix"), 3.0 * 16.0);
}

/// The rows of a matrix, in the orientation that a direct search finds best.
#[test]
fn rows_of_a_matrix_are_those_of_the_best_orientation() {
    let weights = Weights::defaults(HeuristicKind::CornerMatrix(CellValue::Face));
    for board in ["a874764254314320", "0123123423453456", "0000000000000010"] {
        let board: Board = board.parse().expect("a board");
        let faces = square(board, |rank| if rank == 0 { 0.0 } else { f64::from(1_u32 << rank) });
        let sums = orientations(faces).map(|faces| -> [f64; 4] {
            let row = |row: usize| {
                let cells = faces[row].iter().zip(&weights.values[4 * row..]);
                cells.map(|(face, weight)| face * weight).sum()
            };
            std::array::from_fn(row)
        });
        let total = |rows: &[f64; 4]| rows.iter().sum::<f64>();
        let best = sums.iter().max_by(|a, b| total(a).total_cmp(&total(b))).expect("eight");
        let found = BoardTerms::new(&weights).of(board);
        for (found, expected) in found.iter().zip(best) {
            close(*found, *expected);
        }
    }
}
