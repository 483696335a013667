//! The value of a leaf against the values of its boards.

use proptest::prelude::*;
use tune2048_engine::heuristic::value_function::generic_spawn_sums;
use tune2048_engine::heuristic::{Leaf, TerminalEvaluation};

use super::{afterstates, finite_weights, natural_weights, tables};

const TERMINAL: [TerminalEvaluation; 3] = [
    TerminalEvaluation::Static,
    TerminalEvaluation::Fixed(-1e20),
    TerminalEvaluation::Fixed(3e5),
];

proptest! {
    #[test]
    fn leaves_are_near_their_sum_board_by_board(weights in natural_weights(), board in afterstates()) {
        let tables = tables(&weights);
        for terminal in TERMINAL {
            let sums = tables.spawn_sums(board, terminal, &mut Leaf::new());
            let expected = generic_spawn_sums(&*tables, board, terminal, &mut Leaf::new());
            for (sum, expected) in sums.into_iter().zip(expected) {
                let error = f64::from(sum - expected).abs();
                prop_assert!(error <= 1e-5 * f64::from(expected.abs()).max(1.0), "{:?} {}: {} against {}", weights, board, sum, expected);
            }
        }
    }

    #[test]
    fn the_fast_path_and_the_portable_one_agree_to_the_bit(weights in finite_weights(), board in afterstates()) {
        let tables = tables(&weights);
        for terminal in TERMINAL {
            let [fast, portable] = [Leaf::new(), Leaf::portable()]
                .map(|mut leaf| tables.spawn_sums(board, terminal, &mut leaf).map(f32::to_bits));
            prop_assert_eq!(fast, portable, "{:?} {}", weights, board);
        }
    }
}
