//! `tune2048 bench`.

use std::time::{Duration, Instant};

use serde::Serialize;
use tune2048_engine::evaluate::{BoardPlayer, EvaluateError};
use tune2048_engine::game::{GameSeed, Session, Stream};
use tune2048_engine::heuristic::Tables;
use tune2048_engine::player::{self, Depth, PlayerSettings};
use tune2048_engine::presets::Preset;

use super::bench_networks::{self, SET};
use super::busy;
use crate::cli::options::cores;
use crate::cli::terminal::{eprint_line, grouped, print, print_json};

/// Measure how fast this machine plays and learns, in a little over a minute.
///
/// Plays whole games for two seconds per line: with the 2014 row weights and the published corner
/// matrix, at depths 1 to 3, on one core and on all cores; and with networks, without search
/// (depth 0) and at depths 1 and 2. The network 4x6 is learned first, from the games of four seconds.
///
/// The fastest of four rounds counts; `spread` is the share by which the slowest falls short of it.
/// A last line says when the machine is too busy for the speeds to be believed.
#[derive(Debug, clap::Args)]
pub(crate) struct BenchCommand {
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

/// Presets, and the depths at which each kind of them plays.
const PRESETS: [(&str, &[u8]); 4] = [
    ("2014", &[1, 2, 3]),
    ("corner-published", &[1, 2, 3]),
    ("learned-small", NETWORK_DEPTHS),
    ("learned-medium", NETWORK_DEPTHS),
];
const NETWORK_DEPTHS: &[u8] = &[0, 1, 2];
const TIME: Duration = Duration::from_secs(2);
/// The rounds of a line, which share its time: the fastest counts, and their spread says how
/// quiet the machine is.
const ROUNDS: u32 = 4;

/// One line of the table, and one item of the JSON of `bench --json`.
#[derive(Debug, Serialize)]
struct Measurement {
    heuristic: &'static str,
    weights: &'static str,
    /// None while it learns.
    depth: Option<u8>,
    threads: usize,
    moves_per_second: f64,
    /// None while it learns.
    boards_per_second: Option<f64>,
    /// The share by which the slowest round falls short of the fastest; None while it learns.
    spread: Option<f64>,
}

impl BenchCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let threads = if cores() > 1 { vec![1, cores()] } else { vec![1] };
        let load = busy::load();
        let mut measurements = Vec::new();
        for (weights, depths) in PRESETS {
            let preset = Preset::find(weights).expect("the preset is built in");
            let player = BoardPlayer { settings: preset.player(), weights: preset.weights() };
            measurements.extend(lines(weights, &player, depths, &threads)?);
        }
        if let Some((speeds, network)) = bench_networks::learn(&threads, TIME)? {
            let learned =
                threads.iter().zip(speeds).map(|(&threads, moves_per_second)| Measurement {
                    heuristic: network.heuristic.name(),
                    weights: SET,
                    depth: None,
                    threads,
                    moves_per_second,
                    boards_per_second: None,
                    spread: None,
                });
            measurements.extend(learned);
            let learned = BoardPlayer { weights: network, settings: PlayerSettings::default() };
            measurements.extend(lines(SET, &learned, NETWORK_DEPTHS, &threads)?);
        }
        let shown =
            if self.json { print_json(&measurements) } else { print(&table(&measurements)) };
        shown?;
        let spreads: Vec<f64> = measurements.iter().filter_map(|line| line.spread).collect();
        if let Some(warning) = busy::warning(load, &spreads) {
            eprint_line(&warning);
        }
        Ok(())
    }
}

/// Plays with weights at each depth, with each number of threads.
fn lines(
    name: &'static str,
    player: &BoardPlayer,
    depths: &[u8],
    threads: &[usize],
) -> Result<Vec<Measurement>, EvaluateError> {
    let tables = Tables::new(&player.weights);
    let mut lines = Vec::new();
    for &depth in depths {
        let mut settings = player.settings.clone();
        if let Some(setting) = settings.depth_mut() {
            *setting = Depth::Fixed(depth);
        }
        for &threads in threads {
            let rounds = (0..ROUNDS).map(|_| per_second(&tables, &settings, threads));
            let rounds = rounds.collect::<Result<Vec<_>, _>>()?;
            let speeds: Vec<f64> = rounds.iter().map(|(moves, _)| *moves).collect();
            let fastest = rounds.into_iter().max_by(|(a, _), (b, _)| a.total_cmp(b));
            let (moves_per_second, boards) = fastest.unwrap_or_default();
            lines.push(Measurement {
                heuristic: player.weights.heuristic.name(),
                weights: name,
                depth: Some(depth),
                threads,
                moves_per_second,
                boards_per_second: Some(boards),
                spread: Some(busy::spread(&speeds)),
            });
        }
    }
    Ok(lines)
}

/// Returns moves and evaluated boards per second of all threads together.
fn per_second(
    tables: &Tables,
    player: &PlayerSettings,
    threads: usize,
) -> Result<(f64, f64), EvaluateError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(EvaluateError::threads)?;
    let played = pool.broadcast(|thread| play(tables, player, thread.index() as u64));
    let sum = |(moves, boards): (f64, f64), (m, b): (f64, f64)| (moves + m, boards + b);
    Ok(played.into_iter().fold((0.0, 0.0), sum))
}

/// Plays games until the time is over; returns moves and evaluated boards per second.
fn play(tables: &Tables, player: &PlayerSettings, thread: u64) -> (f64, f64) {
    let mut player = player::build(player, tables);
    let (mut moves, mut boards) = (0_u64, 0);
    let start = Instant::now();
    for game in 0.. {
        // Games of different threads never share a seed.
        let mut session = Session::new(GameSeed::new(thread, Stream::Evaluation, game));
        player.start_game();
        while player.play_on(&mut session) {
            // Reading the clock takes less than a hundredth of the time of 64 moves at depth 1.
            if session.moves().is_multiple_of(64) && start.elapsed() >= TIME / ROUNDS {
                break;
            }
        }
        moves += u64::from(session.moves());
        boards += player.nodes();
        if start.elapsed() >= TIME / ROUNDS {
            break;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    (moves as f64 / seconds, boards as f64 / seconds)
}

fn table(measurements: &[Measurement]) -> String {
    let mut text = format!(
        "{:<14} {:<18} {:>5} {:>8} {:>9} {:>14} {:>16} {:>7}\n",
        "heuristic", "weights", "depth", "threads", "us/move", "moves/s", "boards/s", "spread"
    );
    for found in measurements {
        text += &format!(
            "{:<14} {:<18} {:>5} {:>8} {:>9.2} {:>14} {:>16} {:>7}\n",
            found.heuristic,
            found.weights,
            found.depth.map_or("learn".to_owned(), |depth| depth.to_string()),
            found.threads,
            1e6 / found.moves_per_second,
            grouped(found.moves_per_second),
            found.boards_per_second.map_or("-".to_owned(), grouped),
            found.spread.map_or("-".to_owned(), |spread| format!("{:.0} %", 100.0 * spread))
        );
    }
    text
}
