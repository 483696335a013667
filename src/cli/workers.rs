//! Games on other machines: the options of commands that play, and `tune2048 worker`.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use tune2048_engine::EvaluateError;
use tune2048_engine::evaluate::{Evaluate, Monitor};
use tune2048_engine::player::PlayerSettings;
use tune2048_workers::{Notice, ServerAddress, Worker, WorkersError, WorkersEvaluator};

use super::args::Threads;
use super::failure::BadInput;
use super::interrupt::stop_on_signal;
use super::output::{counted, eprint_line};

/// The options `--workers` and `--token-file`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct WorkersOptions {
    /// Address of a NATS server whose workers play the games, such as nats://host; with --threads,
    /// this machine plays too.
    #[arg(long, value_name = "URL")]
    workers: Option<String>,
    /// File with the server's token, or with user:password.
    #[arg(long, value_name = "FILE", requires = "workers")]
    token_file: Option<PathBuf>,
}

impl WorkersOptions {
    /// Connects to the workers of players, if the options name a server.
    pub(super) fn evaluator(
        &self,
        threads: Threads,
        players: &[&PlayerSettings],
    ) -> anyhow::Result<Option<Box<dyn Evaluate>>> {
        let Some(url) = &self.workers else {
            return Ok(None);
        };
        if let Some(program) = players.iter().find_map(|player| player.command()) {
            return Err(BadInput(format!(
                "--workers: found the program {}, expected a player of tune2048: no command line \
                 is sent to other machines - leave out --workers",
                program.command_line()
            ))
            .into());
        }
        let address = ServerAddress::new(url, self.token_file.as_deref()).map_err(failure)?;
        let workers = WorkersEvaluator::connect(&address, notice()).map_err(failure)?;
        Ok(Some(match threads.count() {
            Some(here) => Box::new(workers.with_threads_here(here)?),
            None => Box::new(workers),
        }))
    }
}

/// Play games for runs on other machines, which a NATS server hands out.
///
/// Start the server with `nats-server -js --auth TOKEN`, workers on any number of machines, and a
/// run with `tune2048 run SPACE --workers URL --token-file FILE`. Ctrl-C gives the games back.
#[derive(Debug, clap::Args)]
pub(super) struct WorkerCommand {
    /// Address of the server, such as nats://host; tls://host encrypts.
    #[arg(long, value_name = "URL")]
    connect: String,
    /// File with the server's token, or with user:password.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

impl WorkerCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let address = ServerAddress::new(&self.connect, self.token_file.as_deref());
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.count().unwrap_or_else(cores);
        let worker = Worker::new(address.map_err(failure)?, threads);
        let monitor = Arc::new(Monitor::default());
        stop_on_signal(&monitor)?;
        let played = worker.run(&monitor, &notice()).map_err(failure)?;
        eprint_line(&format!(
            "ended: {} played, {} given back",
            counted(played.games, "game"),
            counted(played.given_back, "job")
        ));
        // Nobody ends a worker in another way.
        Err(EvaluateError::Interrupted.into())
    }
}

fn notice() -> Notice {
    Arc::new(eprint_line)
}

fn failure(error: WorkersError) -> anyhow::Error {
    if error.is_bad_input() {
        BadInput(error.to_string()).into()
    } else {
        error.into()
    }
}
