//! The moves a second of refereed games, beside those of a plain loop, for a player that answers at once.
//!
//! The benchmark starts itself as the player. Both take the first legal move, and the bench fails if a score differs.
//! One process plays, so that on one core (`taskset -c 0`) the figure is that of one core.

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use tune2048_engine::game::{Board, Move, MoveTables, Session};
use tune2048_engine::{GameSeed, Monitor, Stream};
use tune2048_programs::Players;
use tune2048_tuner::subject::{CandidateGames, CommandSettings, Evaluate, Job, Plays, Subject};

/// The numbers of boards of a request, and of games.
const CASES: [(u32, u64); 3] = [(64, 4000), (8, 2000), (1, 400)];

/// The rounds whose median is printed.
const ROUNDS: usize = 5;

fn main() {
    if std::env::args().any(|word| word == "--play") {
        return answer();
    }
    println!(
        "{:>18} {:>8} {:>10} {:>14} {:>14} {:>7}",
        "boards per request", "games", "moves", "refereed, /s", "plain loop, /s", "ratio"
    );
    for (boards, games) in CASES {
        let mut rounds: Vec<[f64; 2]> = Vec::new();
        let mut moves = 0;
        for _ in 0..ROUNDS {
            let (refereed, plain, played) = measure(boards, games);
            moves = played;
            rounds.push([refereed, plain].map(|time| f64::from(moves) / time.as_secs_f64()));
        }
        rounds.sort_by(|a, b| (a[0] / a[1]).total_cmp(&(b[0] / b[1])));
        let [refereed, plain] = rounds[ROUNDS / 2];
        println!(
            "{boards:>18} {games:>8} {moves:>10} {refereed:>14.0} {plain:>14.0} {:>7.4}",
            refereed / plain
        );
    }
}

/// The times of the refereed games and of the loop, with the moves of either.
fn measure(boards: u32, games: u64) -> (Duration, Duration, u32) {
    let myself = std::env::current_exe().expect("the path of this program");
    let words = [myself.to_str().expect("a path in UTF-8"), "--play"];
    let mut settings = CommandSettings::new(words.map(str::to_owned).to_vec());
    settings.plays = Some(Plays::Game2048);
    settings.boards_per_request = Some(boards);
    settings.deterministic = false;
    let subject = Subject::program(settings, ["unused"]).into();
    let mut job = Job::new(subject, vec![vec![0.0]], Vec::new());
    let evaluator = Players::new(Some(1)).expect("threads start");
    let mut refereed = |seeds: Vec<GameSeed>| {
        job.seeds = seeds;
        let (mut scores, mut moves) = (Vec::new(), 0);
        let deliver = &mut |games: CandidateGames| {
            scores.extend(games.results.iter().map(|game| game.score));
            moves += games.results.iter().map(|game| game.moves).sum::<u32>();
        };
        let began = Instant::now();
        let played = evaluator.evaluate(&job, &Monitor::default(), deliver);
        played.unwrap_or_else(|error| panic!("{error}"));
        (began.elapsed(), scores, moves)
    };
    let seed = |index| GameSeed::new(1, Stream::Search, index);
    // Starts the process, which then stays alive.
    refereed((games..games + 8).map(seed).collect());
    let (time, scores, moves) = refereed((0..games).map(seed).collect());

    let began = Instant::now();
    let mut plain = Vec::with_capacity(scores.len());
    let mut own_moves = 0;
    for seed in (0..games).map(seed) {
        let mut session = Session::new(seed);
        while Move::ALL.iter().any(|&direction| session.make(direction)) {}
        own_moves += session.moves();
        plain.push(session.score().into());
    }
    let plain_time = began.elapsed();
    assert!(scores == plain && moves == own_moves, "refereed games are other ones");
    (time, plain_time, moves)
}

/// Answers boards by their first legal move.
fn answer() {
    let mut output = std::io::stdout().lock();
    writeln!(output, r#"{{"protocol": 1, "plays": "2048"}}"#).expect("somebody reads");
    let tables = MoveTables::get();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a request");
        let request: serde_json::Value = serde_json::from_str(&line).expect("a request in JSON");
        let id = &request["id"];
        let Some(boards) = request["boards"].as_array() else {
            writeln!(output, r#"{{"id": {id}, "ready": true}}"#).expect("somebody reads");
            continue;
        };
        let first_legal = |board: &serde_json::Value| {
            let board: Board = board.as_str().expect("a text").parse().expect("ranks below 16");
            let is_legal = |direction: &&Move| tables.apply(board, **direction) != board;
            Move::ALL.iter().find(is_legal).expect("a legal move").name()
        };
        let moves: Vec<&str> = boards.iter().map(first_legal).collect();
        writeln!(output, "{}", serde_json::json!({ "id": id, "moves": moves }))
            .expect("somebody reads");
    }
}
