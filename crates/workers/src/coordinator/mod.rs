//! The evaluator that hands games out to workers.

mod exchange;
mod known_workers;
mod ledger;
mod open_job;
mod pieces;
mod stream;

use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;
use tune2048_engine::EvaluateError;
use tune2048_tuner::record::now::SeenWorker;

use self::exchange::Exchange;
use self::ledger::{Ledger, lock};
use crate::address::runtime;
use crate::{Notice, ServerAddress, fingerprint};

/// How long the start of a run waits for the first worker.
const FIRST_WORKER_PATIENCE: Duration = Duration::from_millis(500);

/// Plays the games of jobs by workers, which ask for them through a server.
///
/// Results do not depend on the workers: games are handed out until they are answered, the first answer
/// counts, and another answer that differs ends all evaluations with an error.
#[derive(Debug)]
pub struct WorkersEvaluator {
    ledger: Arc<Mutex<Ledger>>,
    /// Calls workers that wait for a job.
    calls: Option<UnboundedSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl WorkersEvaluator {
    /// Connects to a server; `notice` takes lines for the user. To be called outside of an asynchronous runtime.
    ///
    /// # Errors
    /// [`EvaluateError::Failed`] if the server cannot be reached, or refuses the connection.
    pub fn connect(address: &ServerAddress, notice: Notice) -> Result<Self, EvaluateError> {
        let ledger = Arc::new(Mutex::new(Ledger::of_build(fingerprint())));
        let (calls, called) = tokio::sync::mpsc::unbounded_channel();
        let runtime = runtime()?;
        let (its_ledger, its_notice) = (Arc::clone(&ledger), Arc::clone(&notice));
        let exchange = runtime.block_on(Exchange::open(address, its_ledger, its_notice))?;
        let thread = thread::Builder::new()
            .name("exchange with workers".to_owned())
            .spawn(move || runtime.block_on(exchange.run(called)))
            .map_err(EvaluateError::threads)?;
        let evaluator = Self { ledger, calls: Some(calls), thread: Some(thread) };
        let start = Instant::now();
        while evaluator.cores() == 0 && start.elapsed() < FIRST_WORKER_PATIENCE {
            thread::sleep(Duration::from_millis(5));
        }
        if evaluator.cores() == 0 {
            notice(&format!(
                "waits for workers: start some with tune2048 worker --connect {address}"
            ));
        }
        Ok(evaluator)
    }

    /// Plays one job in so many twice, if any, on different workers, whose results must be equal.
    #[must_use]
    pub fn verifying(self, one_in: Option<u32>) -> Self {
        lock(&self.ledger).verified_one_in = one_in;
        self
    }

    /// Returns a look at the workers of this run, which may be taken as long as the run lasts.
    pub fn workers(&self) -> impl Fn() -> Vec<SeenWorker> + Send + Sync + 'static {
        let ledger = Arc::clone(&self.ledger);
        move || lock(&ledger).workers.list()
    }

    /// Whether a worker that is there offers a program under a name.
    pub fn offers(&self, program: &str) -> bool {
        lock(&self.ledger).workers.others_play(Some(program), |_| false)
    }

    /// The number of games that are played at the same time.
    fn cores(&self) -> usize {
        lock(&self.ledger).workers.cores()
    }
}

impl Drop for WorkersEvaluator {
    /// Ends the exchange.
    fn drop(&mut self) {
        self.calls = None;
        self.thread.take().map(JoinHandle::join);
    }
}

#[cfg(test)]
mod ledger_tests;
