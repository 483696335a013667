//! The lines of `tune2048 bench` about networks: learning, and playing with what was learned.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use tune2048_engine::heuristic::tuples::Tuples;
use tune2048_engine::heuristic::{HeuristicKind, Weights};
use tune2048_engine::tuples::{Layout, NamedNetwork, Stages, named_set};
use tune2048_learning::run::{free_memory, mebibytes};
use tune2048_learning::{Batch, Learner, Step};

use crate::cli::terminal::eprint_line;

/// The set of tuples that is learned.
pub(crate) const SET: &str = "4x6";

/// The games between two looks at the clock, for each thread.
const GAMES: u64 = 50;

/// Learns for a time with each number of threads, by temporal coherence; returns the moves per
/// second of each, and the network. `None` if there is too little memory, which is said.
pub(crate) fn learn(
    threads: &[usize],
    time: Duration,
) -> anyhow::Result<Option<(Vec<f64>, Weights)>> {
    let layout = Layout::new(named_set(SET)?, Stages::default());
    // The learner, the network as a file, and the network in memory.
    let needed = (Learner::bytes(&layout, true) + 2 * Learner::bytes(&layout, false)) as u64;
    if let Some(free) = free_memory().filter(|free| free.bytes < needed) {
        eprint_line(&format!(
            "{SET} is left out: it needs {} of memory, free are {} ({})",
            mebibytes(needed),
            mebibytes(free.bytes),
            free.source_name
        ));
        return Ok(None);
    }
    let mut learner = Learner::new(layout, true).context("memory for a network")?;
    // The system gives memory when it is first written, which is no part of learning.
    learner.words().iter().for_each(|word| word.store(0, Ordering::Relaxed));
    let mut first = 0;
    let mut speeds = Vec::new();
    for &threads in threads {
        let start = Instant::now();
        let mut moves = 0;
        while start.elapsed() < time {
            let batch = Batch {
                seed: 1,
                first,
                games: GAMES * threads as u64,
                step: Step::COHERENT,
                threads,
            };
            moves += learner.learn(&batch)?.moves;
            first += batch.games;
        }
        speeds.push(moves as f64 / start.elapsed().as_secs_f64());
    }
    let network = learner.network().context("a network from memory")?;
    let named = Arc::new(NamedNetwork { name: SET.to_owned(), network });
    let kind = HeuristicKind::Tuples(Arc::new(Tuples::new(named, [])));
    Ok(Some((speeds, Weights::defaults(kind))))
}
