//! Threads of the run's own process that play, with or without a server.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tune2048_engine::EvaluateError;
use tune2048_programs::Players;

use super::ledger::{HERE, Ledger};
use crate::messages::{Request, Results};
use crate::play::play;

/// The pause before the next look for a job that nobody has begun.
const IDLE_PAUSE: Duration = Duration::from_millis(5);

/// Players that take jobs from the ledger.
#[derive(Debug)]
pub(super) struct LocalPlayers {
    closing: Arc<AtomicBool>,
    /// One for each job that is played at the same time.
    threads: Vec<JoinHandle<()>>,
}

impl LocalPlayers {
    pub(super) fn start(
        threads: usize,
        ledger: &Arc<Mutex<Ledger>>,
    ) -> Result<Self, EvaluateError> {
        let closing = Arc::new(AtomicBool::new(false));
        let players = Arc::new(Players::new(Some(threads))?);
        let mut here = Self { closing: Arc::clone(&closing), threads: Vec::new() };
        for _ in 0..threads {
            let (ledger, players) = (Arc::clone(ledger), Arc::clone(&players));
            let closing = Arc::clone(&closing);
            let play = move || play_jobs(&ledger, &players, &closing);
            let thread = thread::Builder::new().name("jobs".to_owned());
            here.threads.push(thread.spawn(play).map_err(EvaluateError::threads)?);
        }
        Ok(here)
    }

    pub(super) fn threads(&self) -> usize {
        self.threads.len()
    }
}

impl Drop for LocalPlayers {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Plays jobs until the run ends.
fn play_jobs(ledger: &Mutex<Ledger>, players: &Players, closing: &AtomicBool) {
    let ledger =
        || -> MutexGuard<'_, Ledger> { ledger.lock().expect("no thread panics with the ledger") };
    while !closing.load(Ordering::Relaxed) {
        let taken = ledger().take_here();
        let Some((key, job, monitor)) = taken else {
            thread::sleep(IDLE_PAUSE);
            continue;
        };
        match play(players, &job, &monitor) {
            Ok(Some(games)) => ledger().take(&key, Results::of(HERE, games)),
            Ok(None) => {}
            Err(cause) => {
                let worker = HERE.to_owned();
                ledger().answer(Request::Failure { key, worker, cause, is_above_limit: false });
            }
        }
    }
}
