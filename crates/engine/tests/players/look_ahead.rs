//! Look-ahead beside all sequences of moves, written out.

use tune2048_engine::game::{Board, Move};
use tune2048_engine::player;

use super::{look_ahead, positions, tables};
use crate::rules;

/// The best value of the sequences that begin with each move.
fn reference(
    value: &dyn Fn(Board) -> f64,
    board: Board,
    moves: u32,
    discount: f64,
) -> [Option<f64>; 4] {
    let mut best = [None; 4];
    for sequence in 0..4_usize.pow(moves) {
        let directions: Vec<usize> = (0..moves).map(|k| sequence >> (2 * k) & 3).collect();
        let mut after = board;
        let mut sum = 0.0;
        let is_legal = directions.iter().zip(0..).all(|(&direction, k)| {
            let Some((next, _)) = rules::make(after, Move::ALL[direction]) else { return false };
            after = next;
            sum += discount.powi(k) * value(after);
            true
        });
        let found: &mut Option<f64> = &mut best[directions[0]];
        if is_legal && found.is_none_or(|found| sum > found) {
            *found = Some(sum);
        }
    }
    best
}

fn check(name: &str, value: &dyn Fn(Board) -> f64) {
    let tables = tables(name);
    for (moves, discount) in [(1, 0.9), (2, 0.5), (3, 0.9), (3, 0.0), (4, 1.0)] {
        let mut player = player::build(&look_ahead(moves, discount), &tables);
        for board in positions(29) {
            let expected = reference(value, board, u32::from(moves), discount);
            let found = player.move_values(board);
            for (found, expected) in found.into_iter().zip(expected) {
                assert_eq!(found.is_some(), expected.is_some(), "{board}");
                let (found, expected) = (found.unwrap_or(0.0), expected.unwrap_or(0.0));
                let error = (found - expected).abs();
                assert!(error <= 1e-9 * expected.abs(), "{board}: {found}, {expected}");
            }
        }
    }
}

#[test]
fn it_is_the_best_of_all_sequences() {
    for name in ["2014", "corner-published"] {
        let tables = tables(name);
        check(name, &|board| tables.static_value(board));
    }
}
