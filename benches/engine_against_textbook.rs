//! The engine compared with the textbook program in one run: both play the same seeds in turn for several rounds.
//!
//! Prints moves/s, evaluated boards/s and the ratio of the moves/s by depth: the median, lowest and highest of the
//! rounds. The games of the two differ, because the textbook's sums contain a large constant, which changes their
//! rounding. The benchmark fails if a mean score is not the known one.

mod textbook;

use std::time::Instant;

use textbook::{Baseline, BaselineDepth};
use tune2048_engine::game::{GameSeed, Player, Session, Stream};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::player::{Depth, DepthRule, ExpectimaxSettings, PlayerSettings, build};
use tune2048_engine::presets::Preset;

const ROUNDS: usize = 9;

/// The games of one round at a depth, and their known mean scores.
struct Case {
    name: &'static str,
    depth: Depth,
    baseline_depth: BaselineDepth,
    games: u64,
    /// The number of moves after which a game is stopped.
    moves: u32,
    baseline_mean: f64,
    engine_mean: f64,
}

const CASES: [Case; 4] = [
    Case {
        name: "depth 1",
        depth: Depth::Fixed(1),
        baseline_depth: BaselineDepth::Fixed(1),
        games: 100,
        moves: u32::MAX,
        baseline_mean: 35495.0,
        engine_mean: 35413.0,
    },
    Case {
        name: "depth 2",
        depth: Depth::Fixed(2),
        baseline_depth: BaselineDepth::Fixed(2),
        games: 6,
        moves: u32::MAX,
        baseline_mean: 90365.3333,
        engine_mean: 50524.0,
    },
    Case {
        name: "depth 3",
        depth: Depth::Fixed(3),
        baseline_depth: BaselineDepth::Fixed(3),
        games: 2,
        moves: 800,
        baseline_mean: 14152.0,
        engine_mean: 14136.0,
    },
    Case {
        name: "rule depth",
        depth: Depth::Rule(DepthRule::DistinctTiles),
        baseline_depth: BaselineDepth::Rule,
        games: 1,
        moves: 200,
        baseline_mean: 2592.0,
        engine_mean: 2636.0,
    },
];

/// The work and results of a player in one round.
#[derive(Clone, Copy, Default)]
struct Round {
    moves: u64,
    nodes: u64,
    score: u64,
    seconds: f64,
}

impl Round {
    fn play(player: &mut (impl Player + ?Sized), case: &Case) -> Self {
        let start = Instant::now();
        let (mut round, before) = (Self::default(), player.nodes());
        for index in 0..case.games {
            let mut session = Session::new(GameSeed::new(2048, Stream::Evaluation, index));
            while session.moves() < case.moves && player.play_on(&mut session) {}
            round.moves += u64::from(session.moves());
            round.score += session.score();
        }
        round.nodes = player.nodes() - before;
        round.seconds = start.elapsed().as_secs_f64();
        round
    }

    fn moves_per_second(&self) -> f64 {
        self.moves as f64 / self.seconds
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn report(name: &str, player: &str, rounds: &[Round], case: &Case, expected_mean: f64) {
    let seconds = median(rounds.iter().map(|round| round.seconds).collect());
    let first = rounds[0];
    let mean = first.score as f64 / case.games as f64;
    println!(
        "{name:<10}  {player:<8}  {:>12.0}  {:>8.1} M  {mean:>12.1}",
        first.moves as f64 / seconds,
        first.nodes as f64 / seconds / 1e6,
    );
    assert!(
        (mean - expected_mean).abs() < 0.1,
        "{name}, {player}: the mean score is {mean}, expected {expected_mean}"
    );
}

fn main() {
    let weights = Preset::find("2014").expect("it is built in").weights();
    let tables = Tables::new(&weights);
    let rows = tables.row_values().expect("boards are sums of rows");
    println!("{:<10}  {:<8}  {:>12}  {:>10}  {:>12}", "", "", "moves/s", "boards/s", "mean score");
    for case in &CASES {
        let settings = ExpectimaxSettings { depth: case.depth, ..ExpectimaxSettings::default() };
        // As campaigns do: the search is compiled in the engine, not here.
        let mut engine = build(&PlayerSettings::Expectimax(settings), &tables);
        let mut baseline = Baseline::new(rows.iter().copied(), case.baseline_depth);
        let mut rounds = [Vec::new(), Vec::new()];
        let mut ratios = Vec::new();
        for _ in 0..ROUNDS {
            let textbook = Round::play(&mut baseline, case);
            let ours = Round::play(&mut *engine, case);
            ratios.push(ours.moves_per_second() / textbook.moves_per_second());
            rounds[0].push(textbook);
            rounds[1].push(ours);
        }
        report(case.name, "textbook", &rounds[0], case, case.baseline_mean);
        report(case.name, "engine", &rounds[1], case, case.engine_mean);
        ratios.sort_by(f64::total_cmp);
        println!(
            "{:<10}  ratio     {:>12.2}  ({:.2} to {:.2})",
            case.name,
            ratios[ROUNDS / 2],
            ratios[0],
            ratios[ROUNDS - 1]
        );
    }
}
