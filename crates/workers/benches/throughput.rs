//! The games per second of two workers, relative to those of two threads of one process.
//!
//! The benchmark starts `nats-server` and itself as the workers, and fails if a result differs. Pairs
//! of batches on the same games take turns at who is first, so that another load of the
//! machine falls on both.

use std::error::Error;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tune2048_engine::{
    GameEvaluator, GameResult, GameSeed, HeuristicKind, Monitor, PlayerSettings, Weights,
};
use tune2048_tuner::subject::{CandidateGames, Evaluate, Job, Subject};
use tune2048_workers::{Notice, ServerAddress, Worker, WorkersEvaluator};

/// Batches of one kind.
struct Case {
    depth: u8,
    candidates: usize,
    /// The games of each candidate.
    games: u64,
    pairs: u64,
    /// Student's quantile of 97.5 % with one degree of freedom less than there are pairs.
    quantile: f64,
}

/// At depth 1 a batch takes about one second, or ten; at depth 3 three.
const CASES: [Case; 3] = [
    Case { depth: 1, candidates: 8, games: 400, pairs: 30, quantile: 2.045 },
    Case { depth: 1, candidates: 8, games: 3000, pairs: 10, quantile: 2.262 },
    Case { depth: 3, candidates: 1, games: 24, pairs: 10, quantile: 2.262 },
];

const CORES: usize = 2;

/// The results of each candidate, and the seconds they took.
type Played = (Vec<Vec<GameResult>>, f64);

/// A process that ends with the benchmark.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let notice: Notice = Arc::new(|_: &str| {});
    if let [_, word, url] = &arguments[..]
        && word == "--worker"
    {
        Worker::new(ServerAddress::new(url, None)?, 1).run(&Monitor::default(), &notice)?;
        return Ok(());
    }
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let quiet = |command: &mut Command| command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let _server = Process(quiet(Command::new("nats-server").args([
        "-a",
        "127.0.0.1",
        "-p",
        &port.to_string(),
    ]))?);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        thread::sleep(Duration::from_millis(5));
    }
    let url = format!("nats://127.0.0.1:{port}");
    let mut workers = Vec::new();
    for _ in 0..CORES {
        let worker = quiet(Command::new(&arguments[0]).args(["--worker", &url]))?;
        workers.push(Process(worker));
    }
    let there = WorkersEvaluator::connect(&ServerAddress::new(&url, None)?, notice)?;
    while there.concurrent_games() < CORES {
        thread::sleep(Duration::from_millis(5));
    }
    let here = GameEvaluator::new(Some(CORES))?;
    println!(
        "{:>5} {:>9} {:>14} {:>14} {:>24}",
        "depth", "a batch", "here, games/s", "there, games/s", "there / here"
    );
    for case in &CASES {
        measure(&here, &there, case)?;
    }
    Ok(())
}

/// Plays all pairs of a case and prints the ratio of their speeds with its interval.
fn measure(
    here: &GameEvaluator,
    there: &WorkersEvaluator,
    case: &Case,
) -> Result<(), Box<dyn Error>> {
    let &Case { depth, candidates, games, pairs, quantile } = case;
    let player: PlayerSettings =
        serde_json::from_str(&format!("{{\"expectimax\": {{\"depth\": {depth}}}}}"))?;
    let job = |pair: u64| {
        Job::new(
            Subject::board(player.clone(), HeuristicKind::Rows).into(),
            (0..candidates).map(varied).collect(),
            (pair * games..(pair + 1) * games).map(GameSeed).collect(),
        )
    };
    // The pace of games is known, as in a campaign after its first batch.
    run(there, &job(pairs))?;
    let (mut seconds, mut logs) = ([0.0; 2], Vec::new());
    for pair in 0..pairs {
        let job = job(pair);
        let (on_this, on_those);
        if pair % 2 == 0 {
            on_this = run(here, &job)?;
            on_those = run(there, &job)?;
        } else {
            on_those = run(there, &job)?;
            on_this = run(here, &job)?;
        }
        assert_eq!(on_this.0, on_those.0, "the same games");
        seconds[0] += on_this.1;
        seconds[1] += on_those.1;
        logs.push((on_this.1 / on_those.1).ln());
    }
    let count = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let margin = quantile * (variance / count).sqrt();
    let [ratio, low, high] = [mean, mean - margin, mean + margin].map(f64::exp);
    let played = (pairs * games) as f64 * candidates as f64;
    let [this, those] = seconds.map(|seconds| played / seconds);
    let batch = games * candidates as u64;
    println!(
        "{depth:>5} {batch:>9} {this:>14.1} {those:>14.1} {ratio:>8.3} ({low:.3} to {high:.3})"
    );
    Ok(())
}

/// Returns weights that differ from those of all other places.
fn varied(place: usize) -> Vec<f64> {
    let mut values = Weights::defaults(HeuristicKind::Rows).values;
    values[0] *= 1.0 + place as f64 / 1e6;
    values
}

/// Plays a batch; returns its results and the seconds it took.
fn run(evaluator: &dyn Evaluate, job: &Job) -> Result<Played, Box<dyn Error>> {
    let start = Instant::now();
    let mut results = Vec::new();
    let mut deliver = |games: CandidateGames| results.push(games.results);
    evaluator.evaluate(job, &Monitor::default(), &mut deliver)?;
    Ok((results, start.elapsed().as_secs_f64()))
}
