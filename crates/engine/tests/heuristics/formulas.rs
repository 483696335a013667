//! Tables against formulas.

use std::cell::Cell;

use proptest::prelude::*;
use tune2048_engine::heuristic::Orientations::One;
use tune2048_engine::heuristic::{HeuristicKind, Tables, Weights};
use tune2048_engine::player::{
    ExpectimaxSettings, PlayerSettings, StaticValue, TerminalValue, build,
};

use super::reference::Reference;
use super::{boards, natural_weights};
use crate::textbook::Textbook;

/// The rounding of some thirty additions in single precision, as a share of the summands.
const TOLERANCE: f64 = 32.0 / (1_u32 << 24) as f64;

fn assert_exact(found: f64, expected: f64) {
    assert_eq!(found.to_bits(), expected.to_bits(), "{found} {expected}");
}

/// 2^-29 beside 2^15 is lost in single precision.
#[test]
fn static_values_keep_the_tail_of_a_snake() {
    let value = |kind: HeuristicKind, board: &str| {
        Tables::new(&Weights::defaults(kind)).static_value(board.parse().expect("a board"))
    };
    let head_and_tail = value(HeuristicKind::Path(One), "f000 0000 0000 1000");
    assert_exact(head_and_tail, 32_768.0 + 2.0 / (1_u64 << 30) as f64);
    let snake = value(HeuristicKind::ExponentialSnake(One), "f000 0000 0000 0000");
    assert_exact(snake, 32_768.0 * libm::exp(10.0) + 225.0);
}

proptest! {
    #[test]
    fn values_of_boards_follow_the_formula(weights in natural_weights(), board in boards()) {
        if let Some(reference) = Reference::new(&weights) {
            let expected = reference.value(board);
            let tables = Tables::new(&weights);
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
