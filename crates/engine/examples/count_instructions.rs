//! Plays a seeded game at depth 2, for a count of its instructions, which noise cannot disturb.
//!
//! ```text
//! cargo build --release --example count_instructions
//! valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/examples/count_instructions
//! ```

use tune2048_engine::game::{GameResult, GameSeed, Stream, play};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::player::{Depth, ExpectimaxSettings, PlayerSettings, build};
use tune2048_engine::presets::Preset;

fn main() {
    let weights = Preset::find("2014").expect("it is built in").weights();
    let tables = Tables::new(&weights);
    let settings = ExpectimaxSettings { depth: Depth::Fixed(2), ..ExpectimaxSettings::default() };
    // The search is compiled in the engine, as in the program.
    let mut player = build(&PlayerSettings::Expectimax(settings), &tables);
    let GameResult { score, moves, .. } =
        play(&mut *player, GameSeed::new(2048, Stream::Evaluation, 0));
    assert_eq!((score, moves), (124_116_u64.into(), 5151), "the game has changed");
    println!("{moves} moves, {score} points");
}
