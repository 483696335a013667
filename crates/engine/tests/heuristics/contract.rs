//! The contract of every heuristic, whatever its weights.

use proptest::prelude::*;
use tune2048_engine::game::Board;
use tune2048_engine::heuristic::{HeuristicKind, Leaf, Tables};

use super::reference::{orientations, square};
use super::{afterstates, boards, finite_weights, natural_weights};

/// The number of orientations of a board that have the same value.
fn symmetries(heuristic: &HeuristicKind) -> usize {
    match heuristic {
        HeuristicKind::Rows
        | HeuristicKind::RichRows(_)
        | HeuristicKind::CornerMatrix(_)
        | HeuristicKind::Tuples(_)
        | HeuristicKind::Differences => 8,
        // The board and its transpose: a reversed row may have another value.
        HeuristicKind::Expressions(_) => 2,
        HeuristicKind::Path(orientations) | HeuristicKind::ExponentialSnake(orientations) => {
            usize::from(u8::from(*orientations))
        }
        HeuristicKind::None => {
            unreachable!("boards have no values")
        }
    }
}

/// The board in all eight orientations: the board, its transpose, then the others.
fn oriented(board: Board) -> [Board; 8] {
    orientations(square(board, f64::from)).map(|square| {
        let ranks = square.as_flattened().iter().map(|&rank| rank as u8);
        let ranks: Vec<_> = ranks.collect();
        Board::from_ranks(ranks.try_into().expect("sixteen cells")).expect("ranks up to 15")
    })
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-5 * a.abs()
}

proptest! {
    #[test]
    fn values_are_finite_whatever_the_weights(weights in finite_weights(), board in afterstates()) {
        let tables = Tables::new(&weights);
        prop_assert!(tables.value(board).is_finite());
        prop_assert!(tables.static_value(board).is_finite());
        for terminal in [None, Some(-1e20)] {
            let sums = tables.spawn_sums(board, &mut Leaf::new(terminal));
            prop_assert!(sums.iter().all(|sum| sum.is_finite()), "{:?} {}: {:?}", weights, board, sums);
            let mean = tables.leaf_value(board, &mut Leaf::new(terminal));
            prop_assert!(mean.is_finite());
        }
    }

    #[test]
    fn turned_boards_have_the_same_value(weights in natural_weights(), board in boards()) {
        let tables = Tables::new(&weights);
        let values = oriented(board).map(|board| tables.static_value(board));
        for value in &values[..symmetries(&weights.heuristic)] {
            prop_assert!(close(*value, values[0]), "{:?} {}: {:?}", weights, board, values);
        }
    }
}
