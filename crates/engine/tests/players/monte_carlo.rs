//! Monte Carlo where the answer is certain, and beside exact expectations.

use std::collections::HashMap;

use proptest::prelude::*;
use tune2048_engine::game::{Board, GameSeed, Move, MoveTables, Session};
use tune2048_engine::player;

use super::{monte_carlo, no_tables};
use crate::rules;

/// Large tiles that never merge around a small pair: few games can follow.
const ENDGAMES: [&str; 3] = ["3456789abcde3411", "56789abc5678c221", "6789abcd67833211"];

/// The expected points of random play from boards on.
#[derive(Default)]
struct Expectation {
    known: HashMap<Board, f64>,
}

impl Expectation {
    fn of(&mut self, board: Board) -> f64 {
        if let Some(&known) = self.known.get(&board) {
            return known;
        }
        let moves: Vec<_> =
            Move::ALL.into_iter().filter_map(|direction| rules::make(board, direction)).collect();
        let sum: f64 = moves
            .iter()
            .map(|&(after, points)| points as f64 + after_spawn(after, |board| self.of(board)))
            .sum();
        let mean = sum / moves.len().max(1) as f64;
        self.known.insert(board, mean);
        mean
    }
}

fn after_spawn(after: Board, mut value: impl FnMut(Board) -> f64) -> f64 {
    let spawns = rules::spawns(after).into_iter();
    spawns.map(|(board, probability)| probability * value(board)).sum()
}

/// The exact mean of many playouts, to five standard errors of their spread.
fn check(forced_moves: u8, expected: impl Fn(&mut Expectation, Board) -> f64) {
    const PLAYOUTS: u32 = 40_000;
    let tables = no_tables();
    let mut expectation = Expectation::default();
    let mut player = player::build(&monte_carlo(PLAYOUTS, forced_moves, 1), &tables);
    for text in ENDGAMES {
        let board: Board = text.parse().unwrap();
        let values = player.move_values(board);
        for (direction, value) in Move::ALL.into_iter().zip(values) {
            let Some((after, points)) = rules::make(board, direction) else {
                assert_eq!(value, None);
                continue;
            };
            let expected = points as f64 + expected(&mut expectation, after);
            // The points of these endgames spread by less than their mean and 16.
            let error = 5.0 * (expected + 16.0) / f64::from(PLAYOUTS).sqrt();
            let value = value.unwrap();
            assert!((value - expected).abs() < error, "{text} {direction}: {value}, {expected}");
        }
    }
}

#[test]
fn means_are_those_of_all_random_games() {
    check(1, |random, after| after_spawn(after, |board| random.of(board)));
}

#[test]
fn the_best_sequence_of_forced_moves_counts() {
    check(2, |random, after| {
        let mut with_second = |direction| {
            after_spawn(after, |board| match rules::make(board, direction) {
                Some((next, points)) => points as f64 + after_spawn(next, |board| random.of(board)),
                None => random.of(board),
            })
        };
        let values = Move::ALL.map(&mut with_second);
        values.into_iter().fold(0.0, f64::max)
    });
}

/// Whatever spawns, the game is over after the merge.
#[test]
fn a_certain_end_is_valued_exactly() {
    let tables = no_tables();
    let board: Board = "3456789abcde5633".parse().unwrap();
    for playouts in [1, 7] {
        let mut player = player::build(&monte_carlo(playouts, 1, 9), &tables);
        assert_eq!(player.move_values(board), [None, None, Some(16.0), Some(16.0)]);
        assert_eq!(player.choose(board), Some(Move::Left));
        assert_eq!(player.nodes(), 0, "no random move is left to make");
    }
}

#[test]
fn seeds_differ_and_nodes_are_random_moves() {
    let tables = no_tables();
    let board: Board = "1000000000000010".parse().unwrap();
    let mut one = player::build(&monte_carlo(10, 1, 1), &tables);
    let mut other = player::build(&monte_carlo(10, 1, 2), &tables);
    assert_ne!(one.move_values(board), other.move_values(board));
    // About 115 moves a random game.
    let per_playout = one.nodes() as f64 / 40.0;
    assert!((60.0..200.0).contains(&per_playout), "{per_playout}");
}

/// Where the lonely large tile goes tells the direction.
#[test]
fn random_moves_are_uniform() {
    let after: Board = "0000050000000000".parse().unwrap();
    let mut playout = Session::new(GameSeed(5));
    let mut counts = [0_u32; 4];
    let mut total = 0;
    while total < 100_000 {
        playout.restart(after);
        let spawned = playout.board().ranks();
        let beside = [1, 4, 6, 7, 9, 13];
        if beside.into_iter().any(|cell| spawned[cell] > 0) {
            // Not every direction is legal.
            continue;
        }
        assert!(playout.make_random());
        let ranks = playout.board().ranks();
        for (direction, cell) in [(0, 1), (1, 13), (2, 4), (3, 7)] {
            counts[direction] += u32::from(ranks[cell] == 5);
        }
        total += 1;
    }
    assert_eq!(counts.iter().sum::<u32>(), total);
    for count in counts {
        // Five standard deviations of a binomial count.
        assert!(count.abs_diff(total / 4) < 685, "{counts:?}");
    }
}

proptest! {
    /// The points of a playout are those of its moves, of 65 536 tiles too.
    #[test]
    fn points_are_those_of_the_moves(
        ranks in prop::array::uniform16(prop_oneof![Just(0_u8), 1_u8..4, 13_u8..=15]),
        directions in prop::collection::vec(0..4_usize, 1..60),
        seed: u64,
    ) {
        let board = Board::from_ranks(ranks).unwrap();
        prop_assume!(board.empty_cells() > 0);
        let mut playout = Session::new(GameSeed(seed));
        playout.restart(board);
        let (mut points, mut moves) = (0, 0);
        for direction in directions {
            let board = playout.board();
            let made = rules::make(board, Move::ALL[direction]);
            prop_assert_eq!(playout.make(Move::ALL[direction]), made.is_some());
            if let Some((after, gained)) = made {
                points += gained;
                moves += 1;
                let spawned = playout.board().0 - after.0;
                prop_assert!(spawned.is_power_of_two() && after.empty_mask() & (spawned | spawned >> 1) != 0);
            } else {
                prop_assert_eq!(playout.board(), board);
            }
            prop_assert_eq!(playout.score(), points);
            prop_assert_eq!(playout.moves(), moves);
        }
        while playout.make_random() {}
        let end = playout.board();
        prop_assert!(Move::ALL.into_iter().all(|d| MoveTables::get().apply(end, d) == end));
    }
}
