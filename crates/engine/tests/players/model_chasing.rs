//! Model chasing beside the model built tile by tile, and its rules over games.

use tune2048_engine::game::{Board, GameSeed, Move, Session, Stream};
use tune2048_engine::player;

use super::{model_chasing, no_tables, positions};
use crate::rules;

/// The cells of a model from the largest tile on.
const PATH: [usize; 16] = [0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12];

/// The distance of a board to its tiles, merged until all differ and in order.
fn distance(board: Board) -> f64 {
    let mut tiles: Vec<u8> = board.ranks().into_iter().filter(|&rank| rank > 0).collect();
    loop {
        tiles.sort_unstable();
        let Some(pair) = tiles.windows(2).position(|pair| pair[0] == pair[1]) else { break };
        let merged = tiles.remove(pair) + 1;
        tiles[pair] = merged;
    }
    tiles.reverse();
    tiles.resize(16, 0);
    let cells = PATH.into_iter().zip(tiles);
    cells.map(|(cell, rank)| f64::from(rank.abs_diff(board.rank(cell)))).sum()
}

#[test]
fn moves_are_worth_the_distance_to_the_model() {
    let tables = no_tables();
    let mut player = player::build(&model_chasing(), &tables);
    for board in positions(3) {
        for (direction, value) in Move::ALL.into_iter().zip(player.move_values(board)) {
            let Some(value) = value else { continue };
            let (after, _) = rules::make(board, direction).unwrap();
            let is = |bonus: f64| (value + distance(after) - bonus).abs() < 1e-9;
            let is_known = match direction {
                Move::Down => is(-1000.0),
                Move::Up => is(0.0) || is(1000.0),
                _ => is(0.0),
            };
            assert!(is_known, "{board}: {direction} {value}");
        }
    }
}

/// With memory, as the rule is told: the forbidden move only where no other is
/// legal, after it the opposite one. And never without need.
#[test]
fn the_forbidden_move_is_forced_and_undone() {
    let tables = no_tables();
    let mut player = player::build(&model_chasing(), &tables);
    let mut forced = 0;
    for index in 0..640 {
        let mut session = Session::new(GameSeed::new(4, Stream::Evaluation, index));
        let mut was_forced = false;
        while let Some(direction) = player.choose(session.board()) {
            let board = session.board();
            let is_legal = |direction| rules::make(board, direction).is_some();
            if was_forced && is_legal(Move::Up) {
                assert_eq!(direction, Move::Up, "{board}");
            }
            let recovers = player.move_values(board)[0].is_some_and(|value| value > 0.0);
            if !was_forced && session.moves() > 0 {
                assert!(!recovers, "{board} did not come from a forced move");
            }
            was_forced = direction == Move::Down;
            if was_forced {
                forced += 1;
                let others = [Move::Up, Move::Left, Move::Right];
                assert!(!others.into_iter().any(is_legal), "{board}");
            }
            session.make(direction);
        }
    }
    assert!(forced > 50, "the test has little to see: {forced} forced moves");
}
