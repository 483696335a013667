//! The evaluator that hands games out to workers.

mod here;
mod ledger;
mod pieces;
mod post;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::runtime;
use tokio::sync::mpsc::UnboundedSender;
use tune2048_engine::evaluate::{Collector, PlayedGame};
use tune2048_engine::{CandidateGames, Evaluate, EvaluateError, Job, Monitor};

use self::here::PlayersHere;
use self::ledger::{Ledger, PlayedPiece};
use self::pieces::{Piece, Pieces};
use self::post::Post;
use crate::messages::{GamesJob, JobKey, hex_hash, json};
use crate::queue::Queue;
use crate::{Fingerprint, Notice, ServerAddress, WorkersError};

/// The pause between looks at the monitor while no game ends.
const MONITOR_PAUSE: Duration = Duration::from_millis(50);

/// The jobs of a batch that are on the server at a time, per core: more than workers can hold.
const JOBS_AHEAD_PER_CORE: usize = 3;

/// How long the start of a run waits for the first worker.
const FIRST_WORKER_PATIENCE: Duration = Duration::from_millis(500);

/// Plays the games of jobs by workers, which a server hands them to.
///
/// Results do not depend on the workers: games are sent until they are answered, the first answer
/// counts, and another answer that differs ends all evaluations with an error.
#[derive(Debug)]
pub struct WorkersEvaluator {
    ledger: Arc<Mutex<Ledger>>,
    outgoing: Option<UnboundedSender<JobKey>>,
    thread: Option<JoinHandle<()>>,
    fingerprint: Fingerprint,
    here: Option<PlayersHere>,
    /// Seconds per game of each player, by a hash of its settings.
    game_seconds: Mutex<HashMap<String, f64>>,
}

impl WorkersEvaluator {
    /// Connects to a server; `notice` takes lines for the user.
    ///
    /// # Errors
    /// [`WorkersError::Server`] if the server cannot be reached, refuses the connection, or lacks
    /// JetStream.
    pub fn connect(address: &ServerAddress, notice: Notice) -> Result<Self, WorkersError> {
        Self::of_build(address, Fingerprint::of_this_build(), notice)
    }

    /// Connects as a given build.
    ///
    /// # Errors
    /// Those of [`WorkersEvaluator::connect`].
    #[doc(hidden)]
    pub fn of_build(
        address: &ServerAddress,
        fingerprint: Fingerprint,
        notice: Notice,
    ) -> Result<Self, WorkersError> {
        let ledger = Arc::new(Mutex::new(Ledger::default()));
        let (outgoing, jobs) = tokio::sync::mpsc::unbounded_channel();
        let (opened, outcome) = mpsc::channel();
        let (its_ledger, its_build) = (Arc::clone(&ledger), fingerprint.clone());
        let (its_notice, address_there) = (Arc::clone(&notice), address.clone());
        let exchange = move || {
            let work = async {
                let opening = open(&address_there, its_build, its_ledger, its_notice).await;
                let opening = opening.map(|(post, subscriptions)| {
                    let _ = opened.send(Ok(()));
                    post.exchange(subscriptions, jobs)
                });
                match opening {
                    Ok(exchange) => exchange.await,
                    Err(error) => drop(opened.send(Err(error))),
                }
            };
            match runtime::Builder::new_current_thread().enable_all().build() {
                Ok(runtime) => runtime.block_on(work),
                Err(cause) => drop(opened.send(Err(WorkersError::Server(format!(
                    "cannot use the network: {cause}"
                ))))),
            }
        };
        let thread = thread::Builder::new()
            .name("exchange with workers".to_owned())
            .spawn(exchange)
            .map_err(|cause| WorkersError::Server(EvaluateError::threads(cause).to_string()))?;
        let ended = |_| WorkersError::Server("the exchange with the server has ended".to_owned());
        outcome.recv().map_err(ended)??;
        let evaluator = Self {
            ledger,
            outgoing: Some(outgoing),
            thread: Some(thread),
            fingerprint,
            here: None,
            game_seconds: Mutex::default(),
        };
        if !evaluator.wait_for_workers() {
            notice(&format!(
                "waits for workers: start some with tune2048 worker --connect {address}"
            ));
        }
        Ok(evaluator)
    }

    /// Plays with threads of this process too, which need no server.
    ///
    /// # Errors
    /// [`EvaluateError::Failed`] if the threads cannot be started.
    pub fn with_threads_here(mut self, threads: usize) -> Result<Self, EvaluateError> {
        self.here = Some(PlayersHere::start(threads, &self.ledger)?);
        Ok(self)
    }

    /// Waits a little for workers that are there; returns whether there is one.
    fn wait_for_workers(&self) -> bool {
        let start = Instant::now();
        while self.threads() == 0 && start.elapsed() < FIRST_WORKER_PATIENCE {
            thread::sleep(Duration::from_millis(5));
        }
        self.threads() > 0
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger
            .lock()
            .expect("no thread panics with the ledger")
    }

    /// The number of games that are played at the same time.
    fn threads(&self) -> usize {
        let here = self.here.as_ref().map_or(0, PlayersHere::threads);
        here + self.ledger().threads(self.fingerprint.as_str())
    }

    fn pace(&self) -> MutexGuard<'_, HashMap<String, f64>> {
        self.game_seconds.lock().expect("no thread panics with it")
    }

    fn note_pace(&self, player: &str, played: &PlayedPiece) {
        let latest = played.seconds / played.piece.games as f64;
        let mut pace = self.pace();
        let seconds = pace.entry(player.to_owned()).or_insert(latest);
        *seconds = 0.8 * *seconds + 0.2 * latest;
    }

    fn send(&self, key: JobKey) -> Result<(), EvaluateError> {
        let outgoing = self.outgoing.as_ref().and_then(|out| out.send(key).ok());
        outgoing.ok_or_else(|| {
            EvaluateError::Failed("the exchange with the server has ended".to_owned())
        })
    }
}

/// Connects and makes a run known.
async fn open(
    address: &ServerAddress,
    fingerprint: Fingerprint,
    ledger: Arc<Mutex<Ledger>>,
    notice: Notice,
) -> Result<(Arc<Post>, (async_nats::Subscriber, async_nats::Subscriber)), WorkersError> {
    let came_back = Arc::new(AtomicBool::new(false));
    let client = address
        .connect("tune2048 run", Arc::clone(&came_back))
        .await?;
    let run = client
        .new_inbox()
        .rsplit('.')
        .next()
        .unwrap_or_default()
        .to_owned();
    let queue = Queue::new(client.clone(), fingerprint.clone());
    let post = Arc::new(Post {
        client,
        queue,
        run,
        fingerprint,
        ledger,
        notice,
        came_back,
    });
    let subscriptions = post.open().await?;
    Ok((post, subscriptions))
}

impl Drop for WorkersEvaluator {
    /// Takes the run's jobs off the server.
    fn drop(&mut self) {
        self.outgoing = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A batch under way; dropping it withdraws what nobody has answered.
struct Batch<'e> {
    evaluator: &'e WorkersEvaluator,
    number: u64,
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        self.evaluator.ledger().close_batch(self.number);
    }
}

impl Evaluate for WorkersEvaluator {
    fn concurrent_games(&self) -> usize {
        self.threads().max(1)
    }

    fn evaluate(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError> {
        job.player.check()?;
        if let Some(program) = job.player.command() {
            return Err(EvaluateError::Failed(format!(
                "the games of `{}` are played by that program, which workers do not start - \
                 leave out --workers",
                program.command_line()
            )));
        }
        let number = self.ledger().open_batch();
        let batch = Batch {
            evaluator: self,
            number,
        };
        let player = hex_hash(&json(&job.player.identity()));
        let (sender, played) = mpsc::channel();
        let mut pieces = Pieces::new(job);
        let mut collector = Collector::new(job);
        let mut ahead = 0;
        loop {
            while let Some(finished) = collector.next_finished() {
                deliver(finished);
            }
            if collector.has_delivered_all() {
                return Ok(());
            }
            let cores = self.concurrent_games();
            while ahead < JOBS_AHEAD_PER_CORE * cores {
                let game_seconds = self.pace().get(&player).copied();
                let Some(piece) = pieces.next(game_seconds, cores) else {
                    break;
                };
                batch.submit(job, piece, &sender)?;
                ahead += 1;
            }
            match played.recv_timeout(MONITOR_PAUSE) {
                Ok(played) => {
                    ahead -= 1;
                    self.note_pace(&player, &played);
                    collect(&mut collector, job, played, monitor);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("this function has a sender"),
            }
            if monitor.stop_requested() && !collector.has_delivered_all() {
                return Err(EvaluateError::Interrupted);
            }
            if let Some(cause) = self.ledger().failure() {
                return Err(EvaluateError::Failed(cause.to_owned()));
            }
        }
    }
}

impl Batch<'_> {
    fn submit(
        &self,
        job: &Job,
        piece: Piece,
        sender: &mpsc::Sender<PlayedPiece>,
    ) -> Result<(), EvaluateError> {
        let games = GamesJob {
            player: job.player.clone(),
            weights: job.candidates[piece.candidate].clone(),
            seeds: job.seeds[piece.first_seed..][..piece.games].to_vec(),
        };
        let key = self
            .evaluator
            .ledger()
            .add(self.number, &games, piece, sender);
        key.map_or(Ok(()), |key| self.evaluator.send(key))
    }
}

/// Puts the games of a piece into their places.
fn collect(collector: &mut Collector, job: &Job, played: PlayedPiece, monitor: &Monitor) {
    let first = played.piece.candidate * job.seeds.len() + played.piece.first_seed;
    let seconds = played.seconds / played.piece.games as f64;
    for (offset, result) in played.results.into_iter().enumerate() {
        monitor.game_played();
        collector.add(PlayedGame {
            index: first + offset,
            result,
            seconds,
            extras: Vec::new(),
        });
    }
}
