//! The recorded games of every player: if they change, so do all results.

use tune2048::game::{GameSeed, Stream, play};
use tune2048::player;

use super::{all_players, tables_for};

#[test]
fn value_stability() {
    let mut found = Vec::new();
    for settings in all_players() {
        for tables in tables_for(&settings) {
            let game = play(
                &mut *player::build(&settings, &tables),
                GameSeed::new(2048, Stream::Evaluation, 0),
            );
            found.push((settings.to_string(), game.score, game.moves));
        }
    }
    let expected: Vec<(String, u64, u32)> = [("", 0, 0)]
        .map(|(name, score, moves)| (name.to_owned(), score, moves))
        .into();
    assert_eq!(found, expected);
}
