//! Games on other machines: the options of commands that play, and `tune2048 worker`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use tune2048_engine::EvaluateError;
use tune2048_engine::tuples::NamedNetwork;
use tune2048_tuner::subject::Subject;
use tune2048_workers::{Notice, ServerAddress, Worker, WorkersEvaluator, programs};

use crate::cli::options::{Threads, cores};
use crate::cli::terminal::{BadInput, counted, eprint_line, stop_on_signal};

/// The options `--workers` and `--token-file`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WorkersOptions {
    /// Address of a NATS server whose workers play the games, such as nats://host.
    #[arg(long, value_name = "URL", conflicts_with = "threads")]
    workers: Option<String>,
    /// File with the server's token, or with user:password.
    #[arg(long, value_name = "FILE", requires = "workers")]
    token_file: Option<PathBuf>,
    /// Play all games, or one job in twenty, a second time on another worker, and stop where the
    /// results differ.
    #[arg(long, value_name = "HOW", requires = "workers", value_parser = verify())]
    verify: Option<u32>,
}

/// Reads the value of `--verify`: one job in how many.
fn verify() -> impl TypedValueParser<Value = u32> {
    PossibleValuesParser::new(["all", "sample"]).map(|how| if how == "all" { 1 } else { 20 })
}

impl WorkersOptions {
    /// Connects to the workers of subjects, if the options name a server.
    pub(crate) fn evaluator(
        &self,
        subjects: &[&Subject],
    ) -> anyhow::Result<Option<WorkersEvaluator>> {
        let Some(url) = &self.workers else { return Ok(None) };
        let programs = subjects.iter().filter_map(|subject| subject.command());
        let names = programs.map(programs::name).collect::<Result<Vec<_>, _>>();
        let names = names.map_err(|error| BadInput(format!("--workers: {error}")))?;
        let address = ServerAddress::new(url, self.token_file.as_deref()).map_err(BadInput)?;
        let notice: Notice = Arc::new(eprint_line);
        let workers = WorkersEvaluator::connect(&address, notice)?;
        for name in names.iter().filter(|name| !workers.offers(name)) {
            eprint_line(&format!(
                "no worker offers the program {name} yet: start one with tune2048 worker \
                 --connect {address} --program {name}=PATH"
            ));
        }
        Ok(Some(workers.verifying(self.verify)))
    }
}

/// Play games for runs on other machines, which a NATS server hands out.
///
/// Start the server with `nats-server -c FILE`, a configuration with a token, workers on any
/// number of machines, and a run with `tune2048 run SPACE --workers URL --token-file FILE`. Ctrl-C
/// gives the games back.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkerCommand {
    /// Address of the server, such as nats://host; tls://host encrypts.
    #[arg(long, value_name = "URL")]
    connect: String,
    /// File with the server's token, or with user:password.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Program that plays the games of runs whose `[player.command]` starts a file of this name;
    /// may be repeated.
    #[arg(long = "program", value_name = "NAME=PATH", value_parser = parse_program)]
    programs: Vec<(String, PathBuf)>,
    /// File of a learned network, for runs whose network is not built in; may be repeated.
    #[arg(long = "network", value_name = "FILE")]
    networks: Vec<String>,
    #[command(flatten)]
    threads: Threads,
    /// End after this time without a game, such as 10m: a cluster's allocation is released when
    /// idle.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    idle_exit: Option<Duration>,
}

impl WorkerCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let address = ServerAddress::new(&self.connect, self.token_file.as_deref());
        let threads = self.threads.threads.unwrap_or_else(cores);
        for file in &self.networks {
            NamedNetwork::open(file).map_err(|error| BadInput(format!("{file}: {error}")))?;
        }
        let worker = Worker {
            programs: self.programs.into_iter().collect(),
            idle_exit: self.idle_exit,
            ..Worker::new(address.map_err(BadInput)?, threads)
        };
        let monitor = stop_on_signal()?;
        let notice: Notice = Arc::new(eprint_line);
        let games = worker.run(&monitor, &notice)?;
        eprint_line(&format!("ended: {} played", counted(games, "game")));
        if monitor.stop_requested() { Err(EvaluateError::Interrupted.into()) } else { Ok(()) }
    }
}

/// Reads a time such as `30s`, `10m` or `2h`.
fn parse_time(text: &str) -> Result<Duration, String> {
    let units = [("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let seconds = units.into_iter().find_map(|(unit, seconds)| {
        let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        Duration::try_from_secs_f64(number * seconds).ok()
    });
    seconds.ok_or_else(|| "expected a number with s, m or h, such as 10m".to_owned())
}

/// Reads the value of `--program`.
fn parse_program(text: &str) -> Result<(String, PathBuf), String> {
    let named = text.split_once('=');
    let named = named.filter(|(name, path)| !name.is_empty() && Path::new(path).is_file());
    let (name, path) = named.ok_or("expected NAME=PATH, with the path of a program")?;
    let path = std::path::absolute(path).map_err(|error| error.to_string())?;
    Ok((name.to_owned(), path))
}
