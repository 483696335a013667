//! `tune2048 learn`, and how `resume` goes on with it.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::view::campaigns::{LearningRecord, parse_learning, read_settings};
use crate::view::progress::LiveProgress;
use crate::view::report::tested;
use serde_json::{Value, json};
use tune2048_files::toml_errors::Mistakes;
use tune2048_learning::program;
use tune2048_learning::run::{LearningError, LearningEvent, LearningRun, NETWORK, manifest};
use tune2048_learning::settings::{LearningFile, LearningSpec, at_depth};
use tune2048_programs::{Request, TakeAnswer};

use super::options::{FileKind, NETWORKS, WeightsSource, cores, out_path, parse_threads};
use super::progress::{ProgressThread, SharedProgress, log, log_interruption, print_result};
use super::terminal::{
    BadInput, command_line, counted, duration, print_json_line, print_wrapped, stop_on_signal,
};

/// Learn a tuple network by temporal differences from games against itself.
///
/// The file says which tuples, which method, how many games. The folder gets the learning curve,
/// snapshots that `resume` goes on from, and the network as network.safetensors.
#[derive(Debug, clap::Args)]
pub(super) struct LearnCommand {
    /// File of settings (TOML), or the name of one that is built in, such as first-network.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder for all files [default: networks/NAME].
    #[arg(long, short, value_name = "FOLDER", value_parser = out_path())]
    out: Option<PathBuf>,
    /// Take learning rate, lambda and other numbers from WEIGHTS: the file or the folder of a
    /// campaign over learning runs.
    #[arg(long, value_name = "WEIGHTS")]
    numbers: Option<String>,
    /// Play the games of a campaign over learning runs: each learns by FILE, with the numbers and
    /// the seed of a request on standard input.
    #[arg(long, conflicts_with_all = ["out", "numbers", "threads", "plain", "json"])]
    as_program: bool,
    #[command(flatten)]
    options: LearnOptions,
}

/// Options of a learning run.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct LearnOptions {
    /// Number of threads that learn [default: all cores]; only one gives the same bytes again.
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(super) threads: Option<usize>,
    /// Print the progress in lines even where a terminal could show it live.
    #[arg(long)]
    pub(super) plain: bool,
    /// Print progress and result as lines of JSON on standard output, and nothing else there.
    #[arg(long)]
    pub(super) json: bool,
}

impl LearnCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let text = FileKind::Learning.read(&self.file)?;
        if self.as_program {
            return serve(&self.file, &text);
        }
        let text = match self.numbers {
            Some(weights) => with_numbers(&self.file, &text, weights)?,
            None => text,
        };
        let spec = parse(&self.file, &text)?;
        let folder = self.out.unwrap_or_else(|| Path::new(NETWORKS).join(&spec.name));
        let run = LearningRun::create(&folder, &text, spec, env!("CARGO_PKG_VERSION"))?;
        learn(run, self.options)
    }
}

/// Checks the text of a file of settings; returns what it asks for.
pub(super) fn check(path: &Path, text: &str) -> anyhow::Result<String> {
    let spec = parse(path, text)?;
    Ok(format!("a learning run of {}: {}", counted(spec.file.games, "game"), spec.name))
}

/// Goes on with the learning run in a folder.
pub(super) fn resume(folder: &Path, options: LearnOptions) -> anyhow::Result<()> {
    let spec = read_settings(folder, &manifest(folder)?)?;
    learn(LearningRun::open(folder, spec)?, options)
}

/// Answers the requests of a campaign by learning runs of these settings.
fn serve(path: &Path, text: &str) -> anyhow::Result<()> {
    parse(path, text)?;
    let file = toml::from_str(text)?;
    let greeting = json!({"protocol": 1, "name": "tune2048 learn"});
    let play = |request: &Request, answer: &TakeAnswer<'_>| {
        for &seed in &request.seeds {
            if !answer(seed, program::play(&file, &request.weights, seed)) {
                return;
            }
        }
    };
    Ok(tune2048_programs::serve(greeting, 1, BufReader::new(io::stdin()), io::stdout(), &play)?)
}

/// The text of settings with the numbers of weights, given by their name, in place of its own.
fn with_numbers(path: &Path, text: &str, weights: String) -> anyhow::Result<String> {
    parse(path, text)?;
    let found = WeightsSource { name: weights.clone() }.load()?.weights;
    let numbers = found.iter().map(|(spec, value)| (&*spec.name, value));
    let file = toml::from_str::<LearningFile>(text)?.with_numbers(numbers);
    let file = file.map_err(|error| BadInput(format!("{weights}: {error}")))?;
    Ok(format!("# {} with the numbers of {weights}\n{}", path.display(), toml::to_string(&file)?))
}

/// Checks the text of a file, whose name is that of the run if it names none.
fn parse(path: &Path, text: &str) -> Result<LearningSpec, Mistakes> {
    parse_learning(path, text, &path.file_stem().unwrap_or_default().to_string_lossy())
}

/// Learns to the end, tests the network and prints what it scored.
fn learn(mut run: LearningRun, options: LearnOptions) -> anyhow::Result<()> {
    let threads = options.threads.unwrap_or_else(cores);
    let monitor = stop_on_signal()?;
    let state = LiveProgress::of_learning(&run.spec, threads);
    let introduction = format!("Learning {}: {}", state.name, state.subject);
    let progress = ProgressThread::new(state, &monitor, options.plain, None);
    let shared = Arc::clone(&progress.shared);
    log(&introduction);
    if run.manifest.finished {
        log("this run is finished already: no game is left to learn from");
    } else if threads > 1 && run.spec.step(0).depth == 0 {
        log("multi-threaded runs are not reproducible; --threads 1 is");
    }
    let result = run.run(threads, &monitor, &mut |event| {
        if let Some(line) = observe(&shared, &event).filter(|_| options.json) {
            // The games go on without a reader; printing the result tells of it.
            let _ = print_json_line(&line);
        }
    });
    drop(progress);
    if let Err(LearningError::Interrupted) = &result {
        log_interruption(run.games(), "game", &run.folder);
    }
    result?;
    if options.json {
        return print_result(LearningRecord::read(&run.folder)?.status_json());
    }
    print_wrapped(&conclusion(&run))
}

/// Takes an event in, and writes what a reader of lines must know; returns the line that programs are told.
fn observe(shared: &SharedProgress, event: &LearningEvent<'_>) -> Option<Value> {
    shared.state().observe_learning(event);
    match event {
        LearningEvent::Memory(needs) => log(needs),
        LearningEvent::Resumed { games, .. } => {
            log(&format!("going on after {}", counted(*games, "game")));
        }
        LearningEvent::Point(point) => {
            return Some(json!({
                "kind": "point",
                "games": point.games,
                "mean_score": point.mean_score,
                "elapsed_seconds": point.time_seconds,
            }));
        }
        LearningEvent::Test { games, depth } => {
            log(&format!("test: {} {}", counted(*games, "game"), at_depth(*depth)));
            return Some(json!({"kind": "phase", "phase": "test", "games": games, "depth": depth}));
        }
        LearningEvent::Batch { .. } => {}
    }
    None
}

/// The text about a finished run: the scores of its network, and commands that use it.
fn conclusion(run: &LearningRun) -> String {
    let (folder, depth) = (&run.folder, run.spec.last_depth());
    let tile = run.spec.file.downgrade_from;
    let downgrading = tile.map_or(String::new(), |tile| format!(" --downgrade-from {tile}"));
    format!(
        "Learned from {} in {}.\n{}\n\n\
         the network is {}\n  {}\n  {} --depth {}{downgrading} --games 100\n",
        counted(run.games(), "game"),
        duration(run.seconds),
        tested(&run.spec, &run.manifest.test),
        folder.join(NETWORK).display(),
        command_line("report", folder),
        command_line("evaluate", folder),
        depth.max(1),
    )
}
