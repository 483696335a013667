//! Moves beside the rules, for every row in every place.

use tune2048_engine::game::{Board, Move, MoveTables};

use crate::rules;

#[test]
fn every_row_and_column_moves_as_the_rules_say() {
    let tables = MoveTables::get();
    for row in 0..=u16::MAX {
        for place in 0..4 {
            // Other rows of all kinds around it.
            let others = u64::from(row).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(16 * place);
            let others = others & (others >> 9) & !(0xffff << (16 * place));
            let board = Board(others | u64::from(row) << (16 * place));
            let board = if place % 2 == 0 { board } else { board.transpose() };
            for direction in Move::ALL {
                let (after, points) = rules::make(board, direction).unwrap_or((board, 0));
                assert_eq!(tables.apply(board, direction), after, "{board} {direction}");
                let points_found = u64::from(tables.points(board, direction));
                assert_eq!(points_found, points, "{board} {direction}");
            }
        }
    }
}
