//! Tables against formulas.

use std::cell::Cell;

use proptest::prelude::*;
use tune2048_engine::heuristic::Orientations::{Eight, One, Two};
use tune2048_engine::heuristic::{HeuristicKind, Orientations, Tables, Weights};
use tune2048_engine::player::{
    ExpectimaxSettings, PlayerSettings, StaticValue, TerminalValue, build,
};

use super::reference::Reference;
use super::{boards, natural_weights, tables};
use crate::textbook::Textbook;

/// The rounding of some thirty additions in single precision, as a share of the summands.
const TOLERANCE: f64 = 32.0 / (1_u32 << 24) as f64;

fn path(board: &str, orientations: Orientations) -> f64 {
    let weights = Weights::defaults(HeuristicKind::Path(orientations));
    tables(&weights).static_value(board.parse().expect("a board"))
}

fn assert_exact(found: f64, expected: f64) {
    assert_eq!(found.to_bits(), expected.to_bits(), "{found} {expected}");
}

/// From the top left corner, 16 and 8 are neighbours along the column, and seven cells
/// apart along the rows.
#[test]
fn a_path_by_hand() {
    let down_the_left = "4000 3000 0000 0000";
    assert_exact(path(down_the_left, One), 16.0 + 8.0 / 16_384.0);
    assert_exact(path(down_the_left, Two), 16.0 + 8.0 / 4.0);
    assert_exact(path(down_the_left, Eight), 16.0 + 8.0 / 4.0);
    let down_the_right = "0004 0003 0000 0000";
    assert_exact(path(down_the_right, One), 16.0 / 64.0 + 8.0 / 256.0);
    assert_exact(path(down_the_right, Two), 16.0 / 64.0 + 8.0 / 256.0);
    assert_exact(path(down_the_right, Eight), 16.0 + 8.0 / 4.0);
}

/// 2^-29 beside 2^15 is lost in single precision.
#[test]
fn static_values_keep_the_tail_of_a_snake() {
    let head_and_tail = "f000 0000 0000 1000";
    assert_exact(path(head_and_tail, One), 32_768.0 + 2.0 / (1_u64 << 30) as f64);
    let board = "f000 0000 0000 0000".parse().expect("a board");
    let snake = tables(&Weights::defaults(HeuristicKind::ExponentialSnake(One)));
    assert_exact(snake.static_value(board), 32_768.0 * libm::exp(10.0) + 225.0);
}

proptest! {
    #[test]
    fn values_of_boards_follow_the_formula(weights in natural_weights(), board in boards()) {
        if let Some(reference) = Reference::new(&weights) {
            let expected = reference.value(board);
            let tables = tables(&weights);
            let by_table = f64::from(tables.value(board)) + tables.offset();
            for found in [by_table, tables.static_value(board)] {
                prop_assert!(
                    (found - expected.value).abs() <= TOLERANCE * expected.size,
                    "{:?} {}: {} against {}", weights, board, found, expected.value
                );
            }
        }
    }

    #[test]
    fn values_of_moves_follow_textbook_expectimax(
        weights in natural_weights(),
        board in boards(),
        is_static: bool,
    ) {
        let Some(reference) = Reference::new(&weights) else { return Ok(()) };
        let dead_value = if is_static {
            TerminalValue::Static(StaticValue::Static)
        } else {
            TerminalValue::Number(-300.0)
        };
        let settings = PlayerSettings::Expectimax(ExpectimaxSettings {
            dead_value,
            ..ExpectimaxSettings::default()
        });
        let tables = Tables::new(&weights);
        let found = build(&settings, &tables).move_values(board);
        // The largest size of a board on the way.
        let size = Cell::new(300.0_f64);
        let value = |board| {
            let found = reference.value(board);
            size.set(size.get().max(found.size));
            found.value
        };
        let dead = |board| if is_static { value(board) } else { -300.0 };
        let textbook = Textbook { dead: &dead, ..Textbook::new(&value) };
        for (found, expected) in found.into_iter().zip(textbook.move_values(board, 1)) {
            prop_assert_eq!(found.is_some(), expected.is_some(), "{}", board);
            if let (Some(found), Some(expected)) = (found, expected) {
                prop_assert!(
                    (found - expected).abs() <= TOLERANCE * size.get(),
                    "{:?} {}: {} against {}", weights, board, found, expected
                );
            }
        }
    }
}
