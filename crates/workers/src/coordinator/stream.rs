//! The games of a run: offered as cores need them, collected in their order.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use tune2048_engine::evaluate::{Collector, PlayedGame, deliver_in_order};
use tune2048_engine::{EvaluateError, Monitor};
use tune2048_tuner::subject::{CandidateGames, Deliver, Evaluate, Job, Jobs, Played, ProgramGame};

use super::WorkersEvaluator;
use super::ledger::lock;
use super::open_job::{Listener, OpenJob};
use super::pieces::{Piece, Pieces};
use crate::messages::{hex_hash, json};

/// The pause between looks at the monitor while no game ends.
const MONITOR_PAUSE: Duration = Duration::from_millis(50);

/// The jobs that are offered at a time, per core: one is played, and another is there when it ends.
const JOBS_AHEAD_PER_CORE: usize = 3;

/// A job whose games are not all delivered.
struct Open {
    job: Job,
    /// A hash of the subject.
    hash: String,
    pieces: Pieces,
    collector: Collector<ProgramGame>,
}

/// The jobs under way; dropping them withdraws what nobody has answered.
struct Stream<'e> {
    evaluator: &'e WorkersEvaluator,
    batch: u64,
    sender: mpsc::Sender<(Piece, CandidateGames)>,
    open: VecDeque<Open>,
    /// The number of the first of them.
    first: usize,
    /// The pieces that were offered and not answered.
    ahead: usize,
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        lock(&self.evaluator.ledger).close_batch(self.batch);
    }
}

impl Evaluate for WorkersEvaluator {
    fn concurrent_games(&self) -> usize {
        self.cores().max(1)
    }

    fn evaluate_stream(&self, jobs: Jobs<'_>, monitor: &Monitor, deliver: Deliver<'_>) -> Played {
        let (sender, played) = mpsc::channel();
        let batch = lock(&self.ledger).open_batch();
        let open = VecDeque::new();
        let mut stream = Stream { evaluator: self, batch, sender, open, first: 0, ahead: 0 };
        let mut jobs = jobs.fuse();
        loop {
            // Before anything is delivered.
            if let Some(cause) = lock(&self.ledger).failure() {
                return Err(EvaluateError::Failed(cause.to_owned()));
            }
            stream.offer_ahead(&mut jobs)?;
            let Stream { open, first, .. } = &mut stream;
            let delivered = deliver_in_order(
                open,
                first,
                |open| &mut open.collector,
                |job, games| deliver(job, games.into()),
            );
            if delivered.is_break() || stream.open.is_empty() {
                return Ok(());
            }
            if monitor.stop_requested() {
                return Err(EvaluateError::Interrupted);
            }
            match played.recv_timeout(MONITOR_PAUSE) {
                Ok(first) => std::iter::once(first)
                    .chain(played.try_iter())
                    .for_each(|played| stream.take(played, monitor)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("the stream has a sender"),
            }
        }
    }
}

impl Stream<'_> {
    fn add(&mut self, job: Job) -> Played {
        job.check()?;
        self.open.push_back(Open {
            hash: hex_hash(&json(&job.subject.identity())),
            pieces: Pieces::new(&job),
            collector: Collector::new(job.candidates.len(), job.seeds.len()),
            job,
        });
        Ok(())
    }

    /// Offers pieces of the jobs, and of the next jobs, as long as cores may lack some.
    fn offer_ahead(&mut self, jobs: Jobs<'_>) -> Played {
        let cores = self.evaluator.concurrent_games();
        while self.ahead < JOBS_AHEAD_PER_CORE * cores {
            let Some(place) = self.open.iter().position(|open| !open.pieces.are_taken()) else {
                match jobs.next() {
                    Some(job) => self.add(job)?,
                    None => return Ok(()),
                }
                continue;
            };
            let open = &mut self.open[place];
            let pace = lock(&self.evaluator.ledger).pace.get(&open.hash).copied();
            if let Some(piece) = open.pieces.next(self.first + place, pace, cores) {
                self.offer(place, piece)?;
            }
        }
        Ok(())
    }

    fn offer(&mut self, place: usize, piece: Piece) -> Played {
        let job = &self.open[place].job;
        // Workers of other builds may know settings of the search by other names.
        let candidate = job.candidate(piece.candidate).resolved();
        let job = Job {
            subject: candidate.subject,
            candidates: vec![candidate.values],
            seeds: job.seeds[piece.seeds.clone()].to_vec(),
            beginning: job.beginning.clone(),
            needs: job.needs,
        };
        let listener = Listener { batch: self.batch, piece, sender: self.sender.clone() };
        let job = OpenJob::new(job, listener).map_err(EvaluateError::Failed)?;
        let workers_wait = lock(&self.evaluator.ledger).add(job);
        self.ahead += 1;
        if workers_wait && let Some(calls) = &self.evaluator.calls {
            let _ = calls.send(());
        }
        Ok(())
    }

    /// Puts the games of a piece into their places.
    fn take(&mut self, (piece, games): (Piece, CandidateGames), monitor: &Monitor) {
        self.ahead -= 1;
        let Some(open) = self.open.get_mut(piece.job - self.first) else { return };
        let CandidateGames { results, seconds, extras, troubles, .. } = games;
        let first = piece.candidate * open.job.seeds.len() + piece.seeds.start;
        let seconds = seconds / piece.seeds.len() as f64;
        lock(&self.evaluator.ledger).note_pace(&open.hash, seconds);
        let mut troubles: BTreeMap<usize, _> = troubles.into_iter().collect();
        for (offset, result) in results.into_iter().enumerate() {
            monitor.game_played();
            let numbers = extras.iter();
            let extras = numbers.filter_map(|(name, of)| Some((name.clone(), *of.get(offset)?)));
            let (extras, trouble) = (extras.collect(), troubles.remove(&offset));
            let result = ProgramGame { result, extras, trouble };
            open.collector.add(PlayedGame { index: first + offset, result, seconds });
        }
    }
}
