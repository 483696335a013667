//! A process that plays games for runs on other machines.

mod lease;
mod session;

use std::collections::HashSet;
use std::time::Duration;

use async_nats::Subscriber;
use futures_util::StreamExt;
use futures_util::future::join_all;
use tokio::time::{interval, timeout};
use tune2048_engine::{EvaluateError, Monitor};
use tune2048_tuner::words::counted;

use self::session::Session;
use crate::address::{runtime, subscribe};
use crate::messages::{Presence, RUNS};
use crate::programs::Programs;
use crate::times::sign_pause;
use crate::{Notice, ServerAddress, fingerprint};

/// The most runs of other builds that the user is told of.
const MOST_STRANGERS: usize = 20;

/// A worker: plays the games of all runs of its build on a server.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The server whose runs it plays for.
    pub address: ServerAddress,
    /// The number of games that it plays at the same time, at least 1.
    pub threads: usize,
    #[doc(hidden)]
    pub fingerprint: &'static str,
    /// The programs with which it plays for runs whose player has their name.
    pub programs: Programs,
    /// The time without a game after which it ends.
    pub idle_exit: Option<Duration>,
}

impl Worker {
    /// A worker of this build that plays with `threads` threads, at least 1.
    pub fn new(address: ServerAddress, threads: usize) -> Self {
        Self {
            address,
            threads: threads.max(1),
            fingerprint: fingerprint(),
            programs: Programs::new(),
            idle_exit: None,
        }
    }

    /// Plays games until a stop is requested; `notice` takes lines for the user. Returns the number of games
    /// whose results are stored.
    ///
    /// # Errors
    /// [`EvaluateError::Failed`] if the server cannot be reached at first, refuses the connection,
    /// or if no thread can be started. A server that is gone later is waited for.
    pub fn run(&self, monitor: &Monitor, notice: &Notice) -> Result<usize, EvaluateError> {
        runtime()?.block_on(self.serve(monitor, notice))
    }

    async fn serve(&self, monitor: &Monitor, notice: &Notice) -> Result<usize, EvaluateError> {
        let session = Session::connect(self, monitor).await?;
        notice(&format!(
            "worker {} of version {}, fingerprint {}, plays {} at a time for {}",
            session.name,
            env!("CARGO_PKG_VERSION"),
            self.fingerprint,
            counted(self.threads, "game"),
            self.address
        ));
        let runs = subscribe(&session.client, RUNS.to_owned()).await?;
        tokio::select! {
            _ = join_all((0..self.threads).map(|_| session.work())) => {}
            () = self.show_presence(&session, runs, notice) => {}
            () = session.be_idle() => {}
        }
        session.show(0).await;
        let _ = timeout(sign_pause(), session.client.flush()).await;
        Ok(session.games.get())
    }

    /// Shows signs of life, at once to runs that begin, and names runs of other builds.
    async fn show_presence(&self, session: &Session<'_>, mut runs: Subscriber, notice: &Notice) {
        let mut sign = interval(sign_pause());
        let mut others = HashSet::new();
        loop {
            let run = tokio::select! {
                _ = sign.tick() => None,
                Some(message) = runs.next() => Presence::read(&message.payload),
            };
            if let Some(run) = run {
                if run.fingerprint == self.fingerprint {
                    if !session.hear(run.worker) {
                        continue;
                    }
                } else if others.len() >= MOST_STRANGERS || !others.insert(run.worker) {
                    continue;
                } else {
                    notice(&format!(
                        "a run of another build (version {}, fingerprint {}) is on the server and \
                         gives this worker no games - install the same build here",
                        run.version, run.fingerprint
                    ));
                }
            }
            session.show(self.threads).await;
        }
    }
}
