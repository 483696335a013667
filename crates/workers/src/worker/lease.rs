//! A job in the hands of a worker: asks for it, keeps it, and delivers its result.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::client::RequestErrorKind;
use async_nats::connection::State;
use async_nats::jetstream::{AckKind, Message};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tune2048_engine::Monitor;
use tune2048_programs::Players;
use tune2048_tuner::subject::{CandidateGames, Job};

use super::stop::stop_of;
use crate::messages::{Answer, JobKey, Request, Results, is_twice, json, run_subject};
use crate::play::play;
use crate::programs::{Programs, received};
use crate::queue::Queue;
use crate::times::{run_patience, sign_pause};

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
        /// Seconds spent in them.
        seconds: f64,
        /// The time that the delivery took.
        trip: Duration,
    },
    /// Nobody needs it, or another worker will play it.
    Dropped,
    /// It cannot be played here.
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

/// A job in the hands of a worker.
pub(super) struct Lease<'w> {
    client: &'w Client,
    worker: &'w str,
    message: Message,
    run: String,
    key: JobKey,
}

impl<'w> Lease<'w> {
    /// Takes a job into hands; `None` if its subject names no run.
    pub(super) fn new(client: &'w Client, worker: &'w str, message: Message) -> Option<Self> {
        let (run, key) = Queue::run_and_key(&message.subject)?;
        Some(Self { client, worker, message, run, key })
    }

    /// Plays the job, if its run needs it, and delivers its result.
    pub(super) async fn serve(
        self,
        players: &Arc<Players>,
        programs: &Programs,
        stop: &Monitor,
    ) -> End {
        // The other games are begun while the run is asked: that takes longer than they do where
        // it is far away.
        let asks_first = is_twice(&self.key);
        if asks_first && let Some(end) = self.leave().await {
            return end;
        }
        let job = match self.job(programs) {
            Ok(job) => job,
            Err(cause) => return self.refuse(cause).await,
        };
        let monitor = Arc::new(Monitor::default());
        let (watched, players) = (Arc::clone(&monitor), Arc::clone(players));
        let playing = spawn_blocking(move || play(&players, &job, &watched));
        tokio::select! {
            played = playing => match played {
                Ok(Ok(Some(played))) => self.deliver(played, stop).await,
                Ok(Err(cause)) => self.refuse(cause).await,
                // Stopped.
                Ok(Ok(None)) => self.drop_it().await,
                Err(cause) => self.refuse(format!("the player failed: {cause}")).await,
            },
            end = self.keep(!asks_first, stop) => {
                monitor.request_stop();
                end
            }
        }
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

    /// The job as this worker plays it.
    fn job(&self, programs: &Programs) -> Result<Job, String> {
        let job: Job = serde_json::from_slice(&self.message.payload).map_err(|e| e.to_string())?;
        job.check().map_err(|error| error.to_string())?;
        Ok(Job { subject: received(&job.subject, programs)?, ..job })
    }

    /// Keeps the lease alive, once the run has been asked; ends when the games must end.
    async fn keep(&self, asks: bool, stop: &Monitor) -> End {
        if asks && let Some(end) = self.leave().await {
            return end;
        }
        let mut sign = interval(sign_pause());
        sign.set_missed_tick_behavior(MissedTickBehavior::Delay);
        sign.tick().await;
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                () = stop_of(stop) => return self.give_back().await,
                _ = sign.tick() => {}
            }
            let _ = self.message.ack_with(AckKind::Progress).await;
            match self.ask(&self.claim(false)).await {
                Reply::Answer(Answer::Unwanted) => return self.drop_it().await,
                Reply::Nobody if heard.elapsed() > run_patience() => return self.drop_it().await,
                Reply::Nobody => {}
                Reply::Answer(_) | Reply::Silence => heard = Instant::now(),
            }
        }
    }

    /// Delivers the result until it is stored, and then acknowledges the job. A worker that ends
    /// tries once.
    async fn deliver(self, played: Vec<CandidateGames>, stop: &Monitor) -> End {
        let results = Results::of(self.worker, played);
        let (games, seconds) = (results.games(), results.seconds());
        let result = Request::Result { key: self.key.clone(), results };
        let (bytes, most) = (json(&result).len(), self.client.server_info().max_payload);
        if bytes > most {
            let cause = format!(
                "the results of {games} games are {bytes} bytes, and the server takes {most} at \
                 most - let the program report fewer numbers, or give the server a larger max_payload"
            );
            return self.refuse(cause).await;
        }
        let mut alone_since: Option<Instant> = None;
        loop {
            let asked = Instant::now();
            match self.ask(&result).await {
                Reply::Answer(_) => {
                    let trip = asked.elapsed();
                    let _ = self.message.ack().await;
                    return End::Played { games, seconds, trip };
                }
                Reply::Nobody => {
                    let since = *alone_since.get_or_insert_with(Instant::now);
                    if since.elapsed() > run_patience() {
                        return self.drop_it().await;
                    }
                }
                Reply::Silence => alone_since = None,
            }
            if stop.stop_requested() {
                return self.give_back().await;
            }
            let _ = self.message.ack_with(AckKind::Progress).await;
            sleep(DELIVERY_PAUSE).await;
        }
    }

    async fn refuse(&self, cause: String) -> End {
        let (key, worker) = (self.key.clone(), self.worker.to_owned());
        self.ask(&Request::Failure { key, worker, cause }).await;
        self.drop_it().await;
        End::Refused
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
        Request::Claim { key: self.key.clone(), worker: self.worker.to_owned(), begins }
    }

    async fn ask(&self, request: &Request) -> Reply {
        // Without a connection, the request would wait for one.
        if self.client.connection_state() != State::Connected {
            return Reply::Silence;
        }
        let reply = self.client.request(run_subject(&self.run), json(request).into()).await;
        match reply {
            Ok(reply) => {
                let answer = serde_json::from_slice(&reply.payload);
                answer.map_or(Reply::Silence, Reply::Answer)
            }
            Err(error) if error.kind() == RequestErrorKind::NoResponders => Reply::Nobody,
            Err(_) => Reply::Silence,
        }
    }
}
