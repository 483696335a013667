//! Plays one seeded game.
use tune2048::game::{GameSeed, Stream, play};
use tune2048::heuristic::presets::Preset;
use tune2048::heuristic::row_tables::RowTables;
use tune2048::player::{Depth, Expectimax, ExpectimaxSettings};
fn main() {
    let a: Vec<u64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let t = RowTables::new(&Preset::find("2014").unwrap().weights());
    let s = ExpectimaxSettings { depth: Depth::Fixed(a[0] as u8), ..Default::default() };
    let mut e = Expectimax::new(&t, &s);
    let start = std::time::Instant::now();
    let mut moves = 0;
    for i in 0..a[1] { let r = play(&mut e, GameSeed::new(2048, Stream::Evaluation, i)); moves += r.moves; }
    println!("{moves} {}", moves as f64 / start.elapsed().as_secs_f64());
}
