//! The recorded games of every player: if they change, so do all results.

use tune2048_engine::game::{GameSeed, Score, Stream, play};
use tune2048_engine::player::{self, Depth, ExpectimaxSettings, PlayerSettings};

use super::{all_players, tables_for};

#[test]
fn value_stability() {
    let mut found = Vec::new();
    let deep = PlayerSettings::Expectimax(ExpectimaxSettings {
        depth: Depth::Fixed(2),
        ..ExpectimaxSettings::default()
    });
    for settings in all_players().into_iter().chain([deep]) {
        for tables in tables_for(&settings) {
            let game = play(
                &mut *player::build(&settings, &tables),
                GameSeed::new(2048, Stream::Evaluation, 0),
            );
            found.push((settings.to_string(), game.score, game.moves));
        }
    }
    let expected = [
        ("expectimax depth 1", 14656, 853),
        ("expectimax depth 1", 52424, 2423),
        ("expectimax 300 nodes", 76872, 3536),
        ("expectimax 300 nodes", 129020, 5370),
        ("minimax depth 1", 8916, 608),
        ("minimax depth 1", 13008, 787),
        ("minimax 300 nodes", 31108, 1571),
        ("minimax 300 nodes", 34776, 1785),
        ("minimax deeper until 300 nodes", 16888, 1005),
        ("minimax deeper until 300 nodes", 9628, 626),
        ("minimax depth 2", 14320, 834),
        ("minimax depth 2", 16804, 1010),
        ("look-ahead 3 moves", 1620, 163),
        ("look-ahead 3 moves", 15060, 881),
        ("monte-carlo 3 playouts", 12296, 714),
        ("monte-carlo 1 playout, 2 forced moves", 6588, 455),
        ("model-chasing", 2184, 187),
        ("greedy-merges", 968, 127),
        ("random", 460, 73),
        ("expectimax depth 2", 124116, 5151),
        ("expectimax depth 2", 80464, 3730),
    ]
    .map(|(name, score, moves): (&str, u64, u32)| (name.to_owned(), Score::from(score), moves));
    assert_eq!(found, expected);
}
