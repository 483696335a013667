//! Model chasing beside the model built tile by tile, and its rules over games.

use tune2048_engine::game::{Board, GameSeed, Move, Session, Stream};
use tune2048_engine::player::{self, Corner};

use super::{model_chasing, no_tables, positions};
use crate::rules;

const CORNERS: [Corner; 4] =
    [Corner::TopLeft, Corner::TopRight, Corner::BottomLeft, Corner::BottomRight];

/// The cells of some models from the largest tile on.
const PATHS: [(Corner, Move, [usize; 16]); 4] = [
    (Corner::TopLeft, Move::Down, [0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12]),
    (Corner::TopRight, Move::Left, [3, 7, 11, 15, 14, 10, 6, 2, 1, 5, 9, 13, 12, 8, 4, 0]),
    (Corner::BottomLeft, Move::Up, [12, 13, 14, 15, 11, 10, 9, 8, 4, 5, 6, 7, 3, 2, 1, 0]),
    (Corner::BottomRight, Move::Left, [15, 11, 7, 3, 2, 6, 10, 14, 13, 9, 5, 1, 0, 4, 8, 12]),
];

/// The distance of a board to its tiles, merged until all differ and in order.
fn distance(board: Board, path: &[usize; 16]) -> f64 {
    let mut tiles: Vec<u8> = board.ranks().into_iter().filter(|&rank| rank > 0).collect();
    loop {
        tiles.sort_unstable();
        let Some(pair) = tiles.windows(2).position(|pair| pair[0] == pair[1]) else { break };
        let merged = tiles.remove(pair) + 1;
        tiles[pair] = merged;
    }
    tiles.reverse();
    tiles.resize(16, 0);
    let cells = path.iter().zip(tiles);
    cells.map(|(&cell, rank)| f64::from(rank.abs_diff(board.rank(cell)))).sum()
}

#[test]
fn moves_are_worth_the_distance_to_the_model() {
    let tables = no_tables();
    for (corner, forbidden, path) in PATHS {
        let mut player = player::build(&model_chasing(corner, forbidden), &tables);
        for board in positions(3) {
            assert_eq!(player.static_value(board), Some(-distance(board, &path)));
            for (direction, value) in Move::ALL.into_iter().zip(player.move_values(board)) {
                let Some(value) = value else { continue };
                let (after, _) = rules::make(board, direction).unwrap();
                let expected = -distance(after, &path);
                if direction == forbidden {
                    assert!((value - expected + 1000.0).abs() < 1e-9, "{board}");
                } else {
                    let is = |bonus: f64| (value - expected - bonus).abs() < 1e-9;
                    let is_known = is(0.0) || direction == forbidden.opposite() && is(1000.0);
                    assert!(is_known, "{board}: {direction} {value}, {expected}");
                }
            }
        }
    }
}

/// With memory, as the rule is told: the forbidden move only where no other is
/// legal, after it the opposite one. And never without need.
#[test]
fn the_forbidden_move_is_forced_and_undone() {
    let tables = no_tables();
    let mut forced = 0;
    for corner in CORNERS {
        for forbidden in Move::ALL {
            let mut player = player::build(&model_chasing(corner, forbidden), &tables);
            for index in 0..40 {
                let mut session = Session::new(GameSeed::new(4, Stream::Evaluation, index));
                let mut was_forced = false;
                while let Some(direction) = player.choose(session.board()) {
                    let board = session.board();
                    let is_legal = |direction| rules::make(board, direction).is_some();
                    let opposite = forbidden.opposite();
                    if was_forced && is_legal(opposite) {
                        assert_eq!(direction, opposite, "{board}");
                    }
                    let recovers = player.move_values(board)[opposite as usize]
                        .is_some_and(|value| value > 0.0);
                    if !was_forced && session.moves() > 0 {
                        assert!(!recovers, "{board} did not come from a forced move");
                    }
                    was_forced = direction == forbidden;
                    if was_forced {
                        forced += 1;
                        let others = Move::ALL.into_iter().filter(|&other| other != forbidden);
                        assert_eq!(others.filter(|&other| is_legal(other)).count(), 0, "{board}");
                    }
                    session.make(direction);
                }
            }
        }
    }
    assert!(forced > 50, "the test has little to see: {forced} forced moves");
}
