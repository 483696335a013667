//! What every player owes.

use tune2048_engine::game::{GameSeed, Move, Stream, play};
use tune2048_engine::player;

use super::{all_players, no_tables, positions, tables, tables_for};
use crate::rules;

fn first_best(values: [Option<f64>; 4]) -> Option<Move> {
    let legal = || values.iter().flatten().copied();
    let highest = legal().reduce(f64::max)?;
    let place = values.iter().position(|value| value.is_some_and(|value| value >= highest));
    place.map(|place| Move::ALL[place])
}

#[test]
fn legal_moves_have_values_and_the_first_best_is_played() {
    for settings in all_players() {
        for tables in tables_for(&settings) {
            let mut player = player::build(&settings, &tables);
            for board in positions(7) {
                let values = player.move_values(board);
                let legal = Move::ALL.map(|direction| rules::make(board, direction).is_some());
                assert_eq!(values.map(|value| value.is_some()), legal, "{settings}: {board}");
                assert!(values.iter().flatten().all(|value| value.is_finite()));
                assert_eq!(player.choose(board), first_best(values), "{settings}: {board}");
            }
        }
    }
}

#[test]
fn a_move_depends_on_nothing_but_the_board() {
    for settings in all_players() {
        for tables in tables_for(&settings) {
            let mut player = player::build(&settings, &tables);
            let boards = positions(13);
            let forwards: Vec<_> = boards.iter().map(|&board| player.choose(board)).collect();
            for (&board, expected) in boards.iter().zip(forwards).rev() {
                assert_eq!(player.choose(board), expected, "{settings}: {board}");
                let values = player.move_values(board);
                let mut other = player::build(&settings, &tables);
                assert_eq!(other.choose(board), expected, "{settings}: {board}");
                assert_eq!(other.move_values(board), values, "{settings}: {board}");
            }
        }
    }
}

#[test]
fn games_of_a_seed_are_alike_whatever_was_played_before() {
    for settings in all_players() {
        for tables in tables_for(&settings) {
            let mut player = player::build(&settings, &tables);
            let seed = |index| GameSeed::new(1, Stream::Evaluation, index);
            let first = play(&mut *player, seed(0));
            let other = play(&mut *player, seed(1));
            assert_ne!(first, other, "{settings}");
            // The count of nodes, too, is that of the game.
            assert_eq!(play(&mut *player, seed(0)), first, "{settings}");
        }
    }
}

/// The list of players without a heuristic is right: theirs is the same game
/// over any tables, the others' is not.
#[test]
fn a_heuristic_is_used_by_those_that_say_so() {
    for settings in all_players() {
        let game = |tables| {
            let seed = GameSeed::new(2, Stream::Evaluation, 0);
            play(&mut *player::build(&settings, &tables), seed)
        };
        let is_alike = game(tables("2014")) == game(no_tables());
        assert_eq!(is_alike, !settings.uses_heuristic(), "{settings}");
    }
}
