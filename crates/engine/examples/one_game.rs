//! Plays one game and prints its result: `cargo run --release --example one_game`

use tune2048_engine::{GameSeed, Preset, Tables, play, player};

fn main() {
    let preset = Preset::find("tuned-depth1").expect("a built-in preset");
    let tables = Tables::new(&preset.weights());
    let result = play(&mut *player::build(&preset.player(), &tables), GameSeed(1));
    println!("{} points in {} moves", result.score, result.moves);
}
