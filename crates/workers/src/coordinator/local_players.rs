//! What a thread of the run's own process does that plays, with or without a server.

use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use tune2048_programs::Players;

use super::ledger::{Ledger, lock};
use super::open_job::HERE;
use crate::messages::Results;
use crate::play::play;

/// The pause before the next look for a job that nobody has begun.
const IDLE_PAUSE: Duration = Duration::from_millis(5);

/// Plays jobs until the run ends.
pub(super) fn play_jobs(ledger: &Mutex<Ledger>, players: &Players) {
    while lock(ledger).plays_here {
        let taken = lock(ledger).take_here();
        let Some((key, job, monitor)) = taken else {
            thread::sleep(IDLE_PAUSE);
            continue;
        };
        match play(players, &job, &monitor) {
            Ok(Some(games)) => {
                lock(ledger).receive(&key, Results { worker: HERE.to_owned(), games });
            }
            Ok(None) => {}
            Err(cause) => lock(ledger).refuse(&key, HERE.to_owned(), &cause),
        }
    }
}
