//! Games on a pool of threads.

use std::sync::mpsc;

use super::batch::Batch;
use super::{CandidateGames, Collector, Evaluate, EvaluateError, Job, Monitor};

/// Plays games on a pool of threads.
///
/// Work is handed out game by game, so that a job of few candidates fills every
/// core, and no core waits longer than the last game takes.
#[derive(Debug)]
pub struct GameEvaluator {
    pool: rayon::ThreadPool,
}

impl GameEvaluator {
    /// Starts `threads` threads, one per core if `None`.
    ///
    /// # Errors
    /// [`EvaluateError::Failed`] if the threads cannot be started.
    pub fn new(threads: Option<usize>) -> Result<Self, EvaluateError> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0))
            .build()
            .map(|pool| Self { pool })
            .map_err(EvaluateError::threads)
    }

    /// The number of threads that play.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }
}

impl Evaluate for GameEvaluator {
    fn concurrent_games(&self) -> usize {
        self.threads()
    }

    fn evaluate(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError> {
        job.check()?;
        let batch = Batch::new(job, self.threads(), monitor);
        let mut collector = Collector::new(job);
        self.pool.in_place_scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let batch = &batch;
            scope.spawn_broadcast(move |_, _| batch.work(&sender));
            for games in receiver {
                games.into_iter().for_each(|game| collector.add(game));
                while let Some(finished) = collector.next_finished() {
                    deliver(finished);
                }
            }
        });
        if collector.has_delivered_all() {
            Ok(())
        } else {
            Err(EvaluateError::Interrupted)
        }
    }
}
