//! A job in the hands of a worker: plays it, says so all the time, and delivers its result.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tune2048_engine::{EvaluateError, Monitor};
use tune2048_tuner::subject::{CandidateGames, Evaluate, Job};

use super::session::Session;
use crate::messages::{Answer, Ask, JobKey, json};
use crate::programs::received;
use crate::times::sign_pause;

/// The pause between two attempts to deliver a result.
const DELIVERY_PAUSE: Duration = Duration::from_millis(250);

/// A job in the hands of a worker.
pub(super) struct Lease<'s> {
    session: &'s Session<'s>,
    run: String,
    key: JobKey,
    job: Value,
}

impl<'s> Lease<'s> {
    pub(super) fn new(session: &'s Session<'s>, run: String, key: JobKey, job: Value) -> Self {
        Self { session, run, key, job }
    }

    /// Plays the job as long as its run needs it, and delivers the games; returns the next job, if the run
    /// gives one in return.
    pub(super) async fn play(&self) -> Option<Self> {
        let monitor = Arc::<Monitor>::default();
        let played = tokio::select! {
            played = self.games(&monitor) => played,
            () = self.keep() => {
                monitor.request_stop();
                return None;
            }
        };
        match played {
            Ok(Some(games)) => self.deliver(games).await,
            // Stopped.
            Ok(None) => None,
            Err(cause) => self.refuse(cause).await,
        }
    }

    /// The games of the job, `None` if it was stopped, or why they cannot be played.
    async fn games(&self, monitor: &Arc<Monitor>) -> Result<Option<CandidateGames>, String> {
        let job = Job::deserialize(&self.job).map_err(|error| {
            let error = error.to_string();
            let is_network = error.contains("the network ");
            error + if is_network { " - start the worker with --network FILE" } else { "" }
        })?;
        job.check().map_err(|error| error.to_string())?;
        let job = Job { subject: received(&job.subject, &self.session.worker.programs)?, ..job };
        let (watched, players) = (Arc::clone(monitor), Arc::clone(&self.session.players));
        let play = move || {
            let mut played = None;
            let evaluated = players.evaluate(&job, &watched, &mut |games| played = Some(games));
            evaluated.map(|()| played)
        };
        match spawn_blocking(play).await {
            Ok(Err(EvaluateError::Interrupted)) => Ok(None),
            Ok(played) => played.map_err(|error| error.to_string()),
            Err(panic) => Err(format!("a fault of this program: {panic}")),
        }
    }

    /// Tells the run that the job is played; ends when nobody needs it, or the worker ends, whose farewell
    /// gives it back.
    async fn keep(&self) {
        loop {
            tokio::select! {
                () = self.session.end() => return,
                () = sleep(sign_pause()) => {}
            }
            let answer = self.tell(Ask::Keep(self.key)).await;
            if answer == Some(Answer::No) || self.session.has_lost(&self.run) {
                return;
            }
        }
    }

    /// Delivers the result until the run has it. A worker that ends tries once.
    async fn deliver(&self, games: CandidateGames) -> Option<Self> {
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
            if let Some(answer) = self.session.ask(&self.run, &result).await {
                self.session.games.update(|games| games + count);
                return self.session.lease(&self.run, answer);
            }
            if self.session.has_lost(&self.run) || self.session.is_ending() {
                return None;
            }
            sleep(DELIVERY_PAUSE).await;
        }
    }

    async fn refuse(&self, cause: String) -> Option<Self> {
        self.tell(Ask::Failure { key: self.key, cause }).await;
        None
    }

    async fn tell(&self, ask: Ask) -> Option<Answer<Value>> {
        self.session.ask(&self.run, &self.session.request(ask)).await
    }
}
