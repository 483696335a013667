//! A job in the hands of a worker: plays it, says so all the time, and delivers its result.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tune2048_engine::Monitor;
use tune2048_tuner::subject::{CandidateGames, Job};

use super::session::Session;
use crate::messages::{Answer, Ask, JobKey, Request, json};
use crate::play::{Outcome, play};
use crate::programs::received;
use crate::times::{patience, sign_pause};

/// The pause between two attempts to deliver a result.
const DELIVERY_PAUSE: Duration = Duration::from_millis(250);

/// How a job ended.
pub(super) enum End<'s> {
    /// Its result is stored.
    Played {
        /// The number of games.
        games: usize,
        /// The next job, which the run gave in return.
        next: Option<Lease<'s>>,
    },
    /// Nobody needs it, it cannot be played here, or the worker ends, whose farewell gives it back.
    Left,
}

/// A job in the hands of a worker.
pub(super) struct Lease<'s> {
    session: &'s Session<'s>,
    run: String,
    key: JobKey,
    job: Value,
    /// When the run was last there, or the server away.
    heard: Cell<Instant>,
}

impl<'s> Lease<'s> {
    pub(super) fn new(session: &'s Session<'s>, run: String, key: JobKey, job: Value) -> Self {
        Self { session, run, key, job, heard: Cell::new(Instant::now()) }
    }

    /// Plays the job as long as its run needs it, and delivers the games.
    pub(super) async fn play(&self) -> End<'s> {
        let monitor = Arc::<Monitor>::default();
        let played = tokio::select! {
            played = self.games(&monitor) => played,
            end = self.keep() => {
                monitor.request_stop();
                return end;
            }
        };
        match played {
            Ok(Some(games)) => self.deliver(games).await,
            // Stopped.
            Ok(None) => End::Left,
            Err(cause) => self.refuse(cause).await,
        }
    }

    async fn games(&self, monitor: &Arc<Monitor>) -> Outcome {
        let job = Job::deserialize(&self.job).map_err(|error| {
            let error = error.to_string();
            let is_network = error.contains("the network ");
            error + if is_network { " - start the worker with --network FILE" } else { "" }
        })?;
        job.check().map_err(|error| error.to_string())?;
        let job = Job { subject: received(&job.subject, &self.session.worker.programs)?, ..job };
        let (watched, players) = (Arc::clone(monitor), Arc::clone(&self.session.players));
        let played = spawn_blocking(move || play(&players, &job, &watched)).await;
        played.unwrap_or_else(|panic| Err(format!("the player failed: {panic}")))
    }

    /// Tells the run that the job is played; ends when the games must end.
    async fn keep(&self) -> End<'s> {
        loop {
            tokio::select! {
                () = self.session.end() => return End::Left,
                () = sleep(sign_pause()) => {}
            }
            let answer = self.tell(Ask::Keep(self.key)).await;
            if answer == Some(Answer::No) || self.is_abandoned() {
                return End::Left;
            }
        }
    }

    /// Delivers the result until the run has it. A worker that ends tries once.
    async fn deliver(&self, games: CandidateGames) -> End<'s> {
        let count = games.results.len();
        let next = self.session.wants_more();
        let result = self.session.request(Ask::Result { key: self.key, games, next });
        let bytes = json(&result).len();
        let most = self.session.client.server_info().max_payload;
        if bytes > most {
            let cause = format!(
                "the results of {count} games are {bytes} bytes, and the server takes {most} at \
                 most - let the program report fewer numbers, or give the server a larger max_payload"
            );
            return self.refuse(cause).await;
        }
        loop {
            if let Some(answer) = self.send(&result).await {
                let next = self.session.lease(&self.run, answer);
                return End::Played { games: count, next };
            }
            if self.is_abandoned() || self.session.is_ending() {
                return End::Left;
            }
            sleep(DELIVERY_PAUSE).await;
        }
    }

    /// Whether the run is gone for good.
    fn is_abandoned(&self) -> bool {
        self.heard.get().elapsed() > patience()
    }

    async fn refuse(&self, cause: String) -> End<'s> {
        self.tell(Ask::Failure { key: self.key, cause }).await;
        End::Left
    }

    async fn tell(&self, ask: Ask) -> Option<Answer<Value>> {
        self.send(&self.session.request(ask)).await
    }

    async fn send(&self, request: &Request) -> Option<Answer<Value>> {
        let answer = self.session.ask(&self.run, request).await.ok()?;
        self.heard.set(Instant::now());
        answer
    }
}
