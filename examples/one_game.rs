//! Plays one seeded game.
use tune2048::game::{GameSeed, Stream, play};
use tune2048::heuristic::presets::Preset;
use tune2048::heuristic::{HeuristicTables, HeuristicKind, row_tables::RowTables, corner_matrix::MatrixTables};
use tune2048::player::{Depth, Expectimax, ExpectimaxSettings};
fn run<T: HeuristicTables>(t: &T, a: &[u64]) {
    let s = ExpectimaxSettings { depth: if a[0] == 0 { Depth::Rule(tune2048::player::DepthRule::DistinctTiles) } else { Depth::Fixed(a[0] as u8) }, ..Default::default() };
    let mut e = Expectimax::new(t, &s);
    let start = std::time::Instant::now();
    let (mut moves, mut nodes) = (0, 0);
    if a[0] == 0 || a[0] > 2 {
        use tune2048::game::{Player, Session};
        let mut g = Session::new(GameSeed::new(2048, Stream::Evaluation, 0)); e.start_game();
        while u64::from(g.moves()) < a[1] && let Some(m) = e.choose(g.board()) { g.make(m); }
        moves = g.moves(); nodes = e.nodes();
    } else { for i in 0..a[1] { let r = play(&mut e, GameSeed::new(2048, Stream::Evaluation, i)); moves += r.moves; nodes += r.nodes; } }
    let s = start.elapsed().as_secs_f64();
    println!("{moves} moves {:.0}/s {:.1} nodes/move {:.1} M nodes/s", moves as f64 / s, nodes as f64 / moves as f64, nodes as f64 / s / 1e6);
}
fn main() {
    let a: Vec<u64> = std::env::args().skip(1).take(2).map(|x| x.parse().unwrap()).collect();
    let name = std::env::args().nth(3).unwrap_or("2014".into());
    let w = Preset::find(&name).unwrap().weights();
    let rows = w.heuristic == HeuristicKind::Rows;
    for _ in 0..6 { let start = std::time::Instant::now(); if rows { std::hint::black_box(RowTables::new(&w)); } else { std::hint::black_box(MatrixTables::new(&w)); } print!("build {:.3} ms ", start.elapsed().as_secs_f64()*1e3); }
    if rows { run(&RowTables::new(&w), &a) } else { run(&MatrixTables::new(&w), &a) }
}
