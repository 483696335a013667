//! Runs a learning run with its progress, and prints its result.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::view::campaigns::LearningRecord;
use crate::view::progress::LiveProgress;
use crate::view::words::reached_tiles;
use serde_json::{Value, json};
use tune2048_learning::run::{
    LearningError, LearningEvent, LearningRun, NETWORK, Outcome, mebibytes,
};
use tune2048_learning::settings::at_depth;
use tune2048_tuner::statistics::scores::ScoreReport;

use crate::cli::options::{cores, parse_threads};
use crate::cli::progress::{ProgressLog, ProgressThread, SharedProgress, print_result};
use crate::cli::terminal::{
    command_line, counted, duration, grouped, print, print_wrapped, stop_on_signal,
};

/// Options of a learning run.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::cli) struct LearnOptions {
    /// Number of threads that learn [default: all cores]; only one gives the same bytes again.
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(in crate::cli) threads: Option<NonZeroUsize>,
    /// Print the progress in lines even where a terminal could show it live.
    #[arg(long)]
    pub(in crate::cli) plain: bool,
    /// Print progress and result as lines of JSON on standard output, and nothing else there.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// Learns to the end, tests the network and prints what it scored.
pub(super) fn learn(mut run: LearningRun, options: LearnOptions) -> anyhow::Result<()> {
    let threads = options.threads.map_or_else(cores, NonZeroUsize::get);
    let monitor = stop_on_signal()?;
    let state = LiveProgress::of_learning(run.spec(), threads);
    let introduction = format!("Learning {}: {}", state.name, state.subject);
    let log = Arc::new(ProgressLog::new());
    let (plain, notices) = (options.plain, Arc::default());
    let progress = ProgressThread::new(state, &monitor, &log, plain, &notices, None);
    let shared = Arc::clone(&progress.shared);
    log.write(&introduction);
    if threads > 1 && !run.manifest().finished && run.spec().step(0).depth == 0 {
        log.write(
            "with several threads the same file gives other bytes each time; --threads 1 repeats",
        );
    }
    let result = run.run(threads, &monitor, &mut |event| {
        observe(&shared, &event);
        if let Some(line) = options.json.then(|| json_line(&event)).flatten() {
            // The games go on without a reader; printing the result tells of it.
            let _ = print(&format!("{line}\n"));
        }
    });
    drop(progress);
    if let Err(LearningError::Interrupted) = &result {
        log.write_interruption(run.games(), run.folder(), run.folder());
    }
    let outcome = result?;
    if options.json {
        return print_result(LearningRecord::read(run.folder())?.status_json());
    }
    print_wrapped(&conclusion(&run, &outcome))
}

/// The line of an event that programs are told.
fn json_line(event: &LearningEvent<'_>) -> Option<Value> {
    match event {
        LearningEvent::Point(point) => Some(json!({
            "kind": "point",
            "games": point.games,
            "mean_score": point.mean_score,
            "elapsed_seconds": point.time_seconds,
        })),
        LearningEvent::Test { games, depth } => {
            Some(json!({ "kind": "phase", "phase": "test", "games": games, "depth": depth }))
        }
        _ => None,
    }
}

/// Takes an event in, and writes what a reader of lines must know.
fn observe(shared: &SharedProgress, event: &LearningEvent<'_>) {
    shared.state().observe_learning(event);
    match event {
        LearningEvent::Memory { needed, free, disk } => {
            let free = free.map_or(String::new(), |free| {
                format!("; free are {} ({})", mebibytes(free.bytes), free.source_name)
            });
            shared.log.write(&format!(
                "learning needs {} of memory{free}, and the files up to {} of disk space",
                mebibytes(*needed),
                mebibytes(*disk)
            ));
        }
        LearningEvent::Resumed { games, .. } => {
            shared.log.write(&format!("going on after {} games", grouped(*games as f64)));
        }
        LearningEvent::Test { games, depth } => {
            let games = counted(*games as usize, "game");
            shared.log.write(&format!("test: {games} {}", at_depth(*depth)));
        }
        LearningEvent::Batch { .. } | LearningEvent::Point(_) | LearningEvent::Snapshot { .. } => {}
    }
}

/// The text about a finished run: the scores of its network, and commands that use it.
fn conclusion(run: &LearningRun, outcome: &Outcome) -> String {
    let (folder, depth) = (run.folder(), run.spec().last_depth());
    let report = ScoreReport::of(&outcome.test);
    let interval = report.mean_ci95.map_or(String::new(), |interval| {
        format!(" (95 %: {} to {})", grouped(interval.low), grouped(interval.high))
    });
    let tiles = reached_tiles(&report).into_iter();
    let tiles: Vec<String> =
        tiles.map(|(tile, share)| format!("{tile} {:.1} %", 100.0 * share)).collect();
    format!(
        "learned from {} games in {}\n\
         mean score of {} games {}: {}{interval}\n\
         games that reached: {}\n\n\
         the network is {}\n  {}\n  {} --depth {} --games 100\n",
        grouped(outcome.games as f64),
        duration(outcome.seconds),
        grouped(report.games as f64),
        at_depth(depth),
        grouped(report.mean),
        if tiles.is_empty() { "less than 2048".to_owned() } else { tiles.join(", ") },
        folder.join(NETWORK).display(),
        command_line("report", folder),
        command_line("evaluate", folder),
        depth.max(1),
    )
}
