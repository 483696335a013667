//! Threads of the run's own process that play, with or without a server.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tune2048_engine::EvaluateError;

use super::ledger::{HERE, Ledger};
use super::wanted::Results;
use crate::messages::Request;
use crate::worker::players::{Hand, Recent};

/// The pause before the next look for a job that nobody has begun.
const IDLE_PAUSE: Duration = Duration::from_millis(5);

/// Threads that take jobs from the ledger.
#[derive(Debug)]
pub(super) struct PlayersHere {
    closing: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl PlayersHere {
    pub(super) fn start(
        threads: usize,
        ledger: &Arc<Mutex<Ledger>>,
    ) -> Result<Self, EvaluateError> {
        let closing = Arc::new(AtomicBool::new(false));
        let recent = Arc::new(Mutex::new(Recent::default()));
        let mut here = Self { closing: Arc::clone(&closing), threads: Vec::new() };
        for _ in 0..threads {
            let (ledger, recent) = (Arc::clone(ledger), Arc::clone(&recent));
            let closing = Arc::clone(&closing);
            let play = move || play_jobs(&ledger, &recent, threads + 1, &closing);
            let thread = thread::Builder::new().name("games".to_owned());
            here.threads.push(thread.spawn(play).map_err(EvaluateError::threads)?);
        }
        Ok(here)
    }

    pub(super) fn threads(&self) -> usize {
        self.threads.len()
    }
}

impl Drop for PlayersHere {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Plays jobs until the run ends.
fn play_jobs(
    ledger: &Mutex<Ledger>,
    recent: &Mutex<Recent>,
    most_tables: usize,
    closing: &AtomicBool,
) {
    let ledger =
        || -> MutexGuard<'_, Ledger> { ledger.lock().expect("no thread panics with the ledger") };
    let hand = Hand::new(None);
    while !closing.load(Ordering::Relaxed) {
        let taken = ledger().take_here();
        let Some((key, job, progress)) = taken else {
            thread::sleep(IDLE_PAUSE);
            continue;
        };
        match hand.play(&job, recent, most_tables, &progress) {
            Ok(Some(played)) => ledger().take(
                &key,
                Results {
                    worker: HERE.to_owned(),
                    games: played.results,
                    extras: played.extras,
                    seconds: played.seconds,
                },
            ),
            Ok(None) => {}
            Err(cause) => {
                let worker = HERE.to_owned();
                ledger().answer(Request::Failure { key, worker, cause });
            }
        }
    }
}
