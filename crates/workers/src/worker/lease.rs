//! A job in the hands of a worker: asks for it, keeps it, plays it, and delivers its result.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::client::RequestErrorKind;
use async_nats::connection::State;
use async_nats::jetstream::{AckKind, Message};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tune2048_engine::Monitor;
use tune2048_programs::Players;
use tune2048_tuner::subject::{CandidateGames, Job};

use super::{Worker, stop_of};
use crate::messages::{Answer, JobKey, Request, Results, base, json, key_of, run_subject};
use crate::play::play;
use crate::programs::received;
use crate::queue::Queue;
use crate::times::{patience, sign_pause};

/// The pause after which a job that another worker must play is offered again.
const ELSEWHERE_PAUSE: Duration = Duration::from_millis(300);

/// The pause between two attempts to deliver a result.
const DELIVERY_PAUSE: Duration = Duration::from_millis(250);

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum End {
    /// Its result is stored.
    Played {
        /// The number of games.
        games: usize,
    },
    /// Nobody needs it, or another worker will play it.
    Dropped,
    /// A run needs it, and it cannot be played here.
    Refused,
    /// It was given back since the worker ends.
    GivenBack,
}

/// What a run says to a request.
enum Reply {
    Answer(Answer),
    /// The run is not there.
    Nobody,
    /// The server or the run is silent.
    Silence,
}

/// What a worker plays its jobs with.
pub(super) struct Means<'w> {
    pub(super) worker: &'w Worker,
    /// The worker's identifier.
    pub(super) name: String,
    pub(super) client: Client,
    pub(super) queue: Queue,
    pub(super) players: Arc<Players>,
    /// One permit for each job that plays at the same time.
    pub(super) threads: Semaphore,
    /// Requests the end of the worker.
    pub(super) stop: &'w Monitor,
}

/// A job in the hands of a worker.
pub(super) struct Lease<'h> {
    means: &'h Means<'h>,
    message: Message,
    run: String,
    key: JobKey,
}

impl<'h> Lease<'h> {
    /// Takes a job into hands; `None` if its subject names no run.
    pub(super) fn new(means: &'h Means<'h>, message: Message) -> Option<Self> {
        let mut words = message.subject.rsplit('.');
        let (key, run) = (words.next()?.to_owned(), words.next()?.to_owned());
        Some(Self { means, message, run, key })
    }

    /// Plays the job, if its run needs it, and delivers the games.
    pub(super) async fn play(&self) -> End {
        if base(&self.key) != key_of(&self.message.payload) {
            return self.drop_it().await;
        }
        if let Some(end) = self.leave().await {
            return end;
        }
        let monitor = Arc::<Monitor>::default();
        let played = tokio::select! {
            played = self.games(&monitor) => played,
            end = self.keep() => {
                monitor.request_stop();
                return end;
            }
        };
        match played {
            Ok(Some(played)) => self.deliver(played).await,
            // Stopped.
            Ok(None) => self.drop_it().await,
            Err(cause) => self.refuse(cause).await,
        }
    }

    /// Plays the games, once a thread is free.
    async fn games(&self, monitor: &Arc<Monitor>) -> Result<Option<Vec<CandidateGames>>, String> {
        let job: Job = serde_json::from_slice(&self.message.payload).map_err(|error| {
            let error = error.to_string();
            let is_network = error.contains("the network ");
            error + if is_network { " - start the worker with --network FILE" } else { "" }
        })?;
        job.check().map_err(|error| error.to_string())?;
        let subject = received(&job.subject, &self.means.worker.programs)?;
        let job = Job { subject, ..job };
        let _thread = self.means.threads.acquire().await;
        let (watched, players) = (Arc::clone(monitor), Arc::clone(&self.means.players));
        let played = spawn_blocking(move || play(&players, &job, &watched)).await;
        played.unwrap_or_else(|panic| Err(format!("the player failed: {panic}")))
    }

    /// Asks whether the games may begin, and leaves them if not.
    async fn leave(&self) -> Option<End> {
        match self.ask(&self.claim(true)).await {
            // A silent run may still be there: its games are played.
            Reply::Answer(Answer::Wanted) | Reply::Silence => None,
            Reply::Answer(Answer::Elsewhere) => {
                let again = AckKind::Nak(Some(ELSEWHERE_PAUSE));
                let _ = self.message.ack_with(again).await;
                Some(End::Dropped)
            }
            Reply::Answer(_) | Reply::Nobody => Some(self.drop_it().await),
        }
    }

    /// Keeps the lease alive; ends when the games must end.
    async fn keep(&self) -> End {
        let mut sign = interval(sign_pause());
        sign.set_missed_tick_behavior(MissedTickBehavior::Delay);
        sign.tick().await;
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                () = stop_of(self.means.stop) => return self.give_back().await,
                _ = sign.tick() => {}
            }
            let _ = self.message.ack_with(AckKind::Progress).await;
            match self.ask(&self.claim(false)).await {
                Reply::Answer(Answer::Unwanted) => return self.drop_it().await,
                Reply::Nobody if heard.elapsed() > patience() => return self.drop_it().await,
                Reply::Nobody => {}
                Reply::Answer(_) | Reply::Silence => heard = Instant::now(),
            }
        }
    }

    /// Delivers the result until it is stored, and then acknowledges the job. A worker that ends tries
    /// once.
    async fn deliver(&self, played: Vec<CandidateGames>) -> End {
        let results = Results { worker: self.means.name.clone(), candidates: played };
        let games = results.games();
        let result = Request::Result { key: self.key.clone(), results };
        let (bytes, most) = (json(&result).len(), self.means.client.server_info().max_payload);
        if bytes > most {
            let cause = format!(
                "the results of {games} games are {bytes} bytes, and the server takes {most} at \
                 most - let the program report fewer numbers, or give the server a larger max_payload"
            );
            return self.refuse(cause).await;
        }
        let mut alone_since: Option<Instant> = None;
        loop {
            match self.ask(&result).await {
                Reply::Answer(_) => break,
                Reply::Nobody => {
                    let since = *alone_since.get_or_insert_with(Instant::now);
                    if since.elapsed() > patience() {
                        return self.drop_it().await;
                    }
                }
                Reply::Silence => alone_since = None,
            }
            if self.means.stop.stop_requested() {
                return self.give_back().await;
            }
            let _ = self.message.ack_with(AckKind::Progress).await;
            sleep(DELIVERY_PAUSE).await;
        }
        let _ = self.message.ack().await;
        End::Played { games }
    }

    async fn refuse(&self, cause: String) -> End {
        let (key, worker) = (self.key.clone(), self.means.name.clone());
        let reply = self.ask(&Request::Failure { key, worker, cause }).await;
        let end = self.drop_it().await;
        match reply {
            Reply::Answer(Answer::Stored) => End::Refused,
            // No run has sent it: whoever did so must not keep the worker from playing.
            _ => end,
        }
    }

    async fn drop_it(&self) -> End {
        let _ = self.message.ack_with(AckKind::Term).await;
        End::Dropped
    }

    async fn give_back(&self) -> End {
        let _ = self.message.ack_with(AckKind::Nak(None)).await;
        End::GivenBack
    }

    fn claim(&self, begins: bool) -> Request {
        let (key, worker) = (self.key.clone(), self.means.name.clone());
        Request::Claim { key, worker, begins }
    }

    async fn ask(&self, request: &Request) -> Reply {
        // Without a connection, the request would wait for one.
        if self.means.client.connection_state() != State::Connected {
            return Reply::Silence;
        }
        let request = self.means.client.request(run_subject(&self.run), json(request).into());
        match request.await {
            Ok(reply) => {
                let answer = serde_json::from_slice(&reply.payload);
                answer.map_or(Reply::Silence, Reply::Answer)
            }
            Err(error) if error.kind() == RequestErrorKind::NoResponders => Reply::Nobody,
            Err(_) => Reply::Silence,
        }
    }
}
