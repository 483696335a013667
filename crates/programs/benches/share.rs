//! The share of time that games of programs take, by their length and the size of requests.
//!
//! The benchmark starts itself as the program. It fails if a score is not the known one. The games' time is that of a
//! game alone, so that another load of the machine lowers their shares, above all that of wall time.

use std::hint::black_box;
use std::io::BufRead;
use std::time::Instant;

use tune2048_engine::{GameSeed, Monitor, Stream};
use tune2048_programs::Players;
use tune2048_tuner::subject::{CandidateGames, CommandSettings, Evaluate, Job, Subject};

/// The length of a game in milliseconds, the number of games of a request, and the number of games.
const CASES: [(f64, Option<u32>, u64); 5] = [
    (1.0, None, 2000),
    (1.0, Some(8), 2000),
    (1.0, Some(1), 2000),
    (10.0, None, 200),
    (10.0, Some(1), 200),
];

/// The rounds whose medians are printed.
const ROUNDS: usize = 3;

fn main() {
    let arguments: Vec<_> = std::env::args().collect();
    if let [_, word, steps] = &arguments[..]
        && word == "--play"
    {
        return play(steps.parse().expect("a number of steps"));
    }
    println!(
        "{:>8} {:>18} {:>18} {:>18} {:>18}",
        "game, ms",
        "games per request",
        "games of wall, %",
        "games of CPU, %",
        "programs of CPU, %"
    );
    for (milliseconds, games_per_request, games) in CASES {
        let measured = (0..ROUNDS).map(|_| measure(milliseconds, games_per_request, games));
        let rounds: Vec<[f64; 3]> = measured.collect();
        let size = games_per_request.map_or("automatic".to_owned(), |games| games.to_string());
        let [wall, cpu, programs] =
            [0, 1, 2].map(|share| median(rounds.iter().map(|shares| shares[share]).collect()));
        println!("{milliseconds:>8} {size:>18} {wall:>18.1} {cpu:>18.1} {programs:>18.1}");
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns shares in percent: of games in the wall time of all processes and in the processor time, and of programs in
/// the processor time.
fn measure(milliseconds: f64, games_per_request: Option<u32>, games: u64) -> [f64; 3] {
    let steps = steps(milliseconds);
    let myself = std::env::current_exe().expect("the path of this program");
    let words = [myself.to_str().expect("a path in UTF-8"), "--play", &steps.to_string()];
    let mut settings = CommandSettings::new(words.map(str::to_owned).to_vec());
    settings.games_per_request = games_per_request;
    settings.deterministic = false;
    let processes = std::thread::available_parallelism().map_or(1, usize::from);
    let mut job = Job::new(
        Subject::program(settings, ["empty", "lost", "cut"]).into(),
        vec![vec![0.0; 3]; 2],
        Vec::new(),
    );
    let seed = |index| GameSeed::new(1, Stream::Search, index);
    let evaluator = Players::new(Some(processes)).expect("threads start");
    let mut evaluate = |games: u64| {
        job.seeds = (0..games).map(seed).collect();
        let known: u64 = job.seeds.iter().map(|seed| score(seed.0 >> 11)).sum();
        let began = Instant::now();
        let deliver = &mut |games: CandidateGames| {
            let found: f64 = games.results.iter().map(|game| game.score.get()).sum();
            assert_eq!(found as u64, known, "a score is wrong");
        };
        let played = evaluator.evaluate(&job, &Monitor::default(), deliver);
        played.unwrap_or_else(|error| panic!("{error}"));
        began.elapsed()
    };
    // Starts the processes, which then stay alive.
    evaluate(8 * processes as u64);
    let cpu_before = cpu_time();
    let elapsed = evaluate(games / 2);
    drop(evaluator);
    let [own, of_programs] = [0, 1].map(|index| cpu_time()[index] - cpu_before[index]);
    let pure = games as f64 * milliseconds / 1000.0;
    // The games that started the processes count among the time of these.
    let of_programs = of_programs - 16.0 * processes as f64 * milliseconds / 1000.0;
    let wall = elapsed.as_secs_f64() * processes as f64;
    let cpu = own + of_programs;
    [pure / wall, pure / cpu, of_programs / cpu].map(|share| 100.0 * share)
}

/// The processor time in seconds of this process, and of those that it started and that have ended.
#[cfg(target_os = "linux")]
fn cpu_time() -> [f64; 2] {
    let text = std::fs::read_to_string("/proc/self/stat").expect("Linux has this file");
    let (_, fields) = text.rsplit_once(')').expect("a name in parentheses");
    let ticks = fields.split_whitespace().skip(11).take(4);
    let ticks: Vec<f64> = ticks.map(|field| field.parse().expect("a number")).collect();
    // Linux shows a hundred ticks a second.
    [(ticks[0] + ticks[1]) / 100.0, (ticks[2] + ticks[3]) / 100.0]
}

#[cfg(not(target_os = "linux"))]
fn cpu_time() -> [f64; 2] {
    [f64::NAN; 2]
}

/// The number of steps of a game that lasts a number of milliseconds.
fn steps(milliseconds: f64) -> u64 {
    let shortest = |_| {
        let began = Instant::now();
        work(1_000_000);
        began.elapsed()
    };
    let million = (0..20).map(shortest).min().expect("there are some");
    (milliseconds / 1000.0 / million.as_secs_f64() * 1e6) as u64
}

fn work(steps: u64) {
    let mut state = black_box(1);
    for _ in 0..steps {
        state = mix(state);
    }
    black_box(state);
}

fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The known score of a game.
fn score(seed: u64) -> u64 {
    mix(seed) % 1_000_000
}

/// Plays games with a number of steps each.
#[allow(clippy::print_stdout, reason = "the protocol is spoken over standard output")]
fn play(steps: u64) {
    println!("{{\"protocol\": 1}}");
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a request");
        let request: serde_json::Value = serde_json::from_str(&line).expect("a request in JSON");
        let seeds = request["seeds"].as_array().expect("seeds");
        for seed in seeds {
            let seed = seed.as_u64().expect("a whole number");
            work(steps);
            let (id, score) = (&request["id"], score(seed));
            println!("{{\"id\": {id}, \"seed\": {seed}, \"score\": {score}}}");
        }
    }
}
