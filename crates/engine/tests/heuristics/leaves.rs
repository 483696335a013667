//! The value of a leaf against the values of its boards.

use std::sync::Arc;

use proptest::prelude::*;
use tune2048_engine::game::Board;
use tune2048_engine::heuristic::expressions::Term;
use tune2048_engine::heuristic::value_function::generic_spawn_sums;
use tune2048_engine::heuristic::{Expressions, HeuristicKind, Leaf, Searched, Tables, Weights};

use super::{afterstates, finite_weights, natural_weights, outer_and_inner, preset};

const TERMINAL: [Option<f32>; 3] = [None, Some(-1e20), Some(3e5)];

/// The sums of the fast path, which must agree with the portable one to the last bit.
fn both_paths(tables: &dyn Searched, board: Board, terminal: Option<f32>) -> [f32; 2] {
    let [fast, portable] = [Leaf::new(terminal), Leaf::portable(terminal)]
        .map(|mut leaf| tables.spawn_sums(board, &mut leaf));
    assert_eq!(fast.map(f32::to_bits), portable.map(f32::to_bits), "{board}");
    fast
}

/// The weights of tables that are sums over lines.
fn line_weights() -> Vec<Weights> {
    let rows =
        |values: [f64; 8]| Weights { heuristic: HeuristicKind::Rows, values: values.to_vec() };
    // A row read backwards has another value.
    let slope = Term::new("slope", "r0 ** 2 - 3 * r1 + f2 * r3", &[]).expect("an expression");
    vec![
        preset("2014"),
        preset("2014-simple"),
        rows([0.0, -1e9, 3.0, -47.0, 40.0, 1e200, -2.0, 1e-300]),
        rows([1e300, 1e308, -1e308, 1e308, 300.0, -1e308, 300.0, 1e308]),
        Weights {
            heuristic: HeuristicKind::Expressions(Arc::new(Expressions::new(vec![slope]))),
            values: vec![0.7],
        },
        outer_and_inner("2014", "2014-simple"),
    ]
}

proptest! {
    #[test]
    fn leaves_are_near_their_sum_board_by_board(weights in natural_weights(), board in afterstates()) {
        let tables = Tables::new(&weights);
        for terminal in TERMINAL {
            let sums = tables.spawn_sums(board, &mut Leaf::new(terminal));
            let expected = generic_spawn_sums(&*tables, board, &mut Leaf::new(terminal));
            for (sum, expected) in sums.into_iter().zip(expected) {
                let error = f64::from(sum - expected).abs();
                prop_assert!(error <= 1e-5 * f64::from(expected.abs()).max(1.0), "{:?} {}: {} against {}", weights, board, sum, expected);
            }
        }
    }

    #[test]
    fn the_fast_path_and_the_portable_one_agree_to_the_bit(weights in finite_weights(), board in afterstates()) {
        let tables = Tables::new(&weights);
        for terminal in TERMINAL {
            both_paths(&*tables, board, terminal);
        }
    }

    #[test]
    fn lines_at_a_leaf_equal_their_sum_board_by_board(board in afterstates()) {
        for weights in line_weights() {
            let tables = Tables::new(&weights);
            for terminal in TERMINAL {
                let sums = both_paths(&*tables, board, terminal);
                let expected = generic_spawn_sums(&*tables, board, &mut Leaf::new(terminal));
                // The same additions in the same order.
                prop_assert_eq!(sums.map(f32::to_bits), expected.map(f32::to_bits), "{}", board);
            }
        }
    }
}
