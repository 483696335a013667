//! Games on a pool of threads.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, mpsc};

use super::running::{Report, RunningBatch};
use super::{Batch, Collector, EvaluateError, Monitor, Openings, PlayerGames, deliver_in_order};
use crate::game::GameResult;

/// Plays games on a pool of threads.
///
/// Work is handed out game by game, so that a batch of few players fills every
/// core, and no core waits longer than the last game takes.
#[derive(Debug)]
pub struct GameEvaluator {
    pool: rayon::ThreadPool,
    beginnings: Openings,
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
            .map(|pool| Self { pool, beginnings: Openings::default() })
            .map_err(EvaluateError::threads)
    }

    /// The number of threads that play.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Plays every player on every seed. Delivers the players in their order, each as soon as it
    /// and all before it are finished.
    ///
    /// # Errors
    /// [`EvaluateError::Settings`] if a player cannot be built, [`EvaluateError::Interrupted`] if a
    /// stop was requested before the last player was delivered.
    pub fn play_batch(
        &self,
        batch: &Batch,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(PlayerGames),
    ) -> Result<(), EvaluateError> {
        self.play_batches(&mut std::iter::once(batch.clone()), monitor, &mut |_, games| {
            deliver(games);
            ControlFlow::Continue(())
        })
    }

    /// Plays batches one after the other, the games of later ones as soon as earlier ones leave
    /// cores free. Delivers the players of all batches in order, each with the number of its
    /// batch, and ends early when `deliver` breaks; games that were begun by then are abandoned.
    ///
    /// A batch is requested just early enough to keep cores busy; it may depend on what was delivered before.
    ///
    /// # Errors
    /// Those of [`Self::play_batch`].
    pub fn play_batches(
        &self,
        batches: &mut dyn Iterator<Item = Batch>,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(usize, PlayerGames) -> ControlFlow<()>,
    ) -> Result<(), EvaluateError> {
        let threads = self.threads();
        let (sender, reports) = mpsc::channel();
        let mut batches = batches.fuse();
        self.pool.in_place_scope(|scope| {
            // Dropped before the scope waits for its threads.
            let mut under_way = UnderWay::default();
            loop {
                while under_way.needs_more(threads)
                    && let Some(batch) = batches.next()
                {
                    batch.check()?;
                    // Not on every thread: one that plays for another caller would be waited for.
                    let threads = threads.min(batch.players.len() * batch.seeds.len());
                    let collector = Collector::new(batch.players.len(), batch.seeds.len());
                    let number = under_way.first + under_way.batches.len();
                    let beginnings = &self.beginnings;
                    let batch = RunningBatch::new(number, batch, threads, beginnings, monitor);
                    let batch = Arc::new(batch);
                    let open = Open { batch: Arc::clone(&batch), collector, threads };
                    under_way.batches.push_back(open);
                    for _ in 0..threads {
                        let (batch, sender) = (Arc::clone(&batch), sender.clone());
                        scope.spawn(move |_| batch.work(&sender));
                    }
                }
                let UnderWay { batches, first } = &mut under_way;
                let flow =
                    deliver_in_order(batches, first, |open| &mut open.collector, &mut *deliver);
                if flow.is_break() {
                    return Ok(());
                }
                match under_way.batches.front() {
                    None => return Ok(()),
                    // They have left games unplayed.
                    Some(open) if open.threads == 0 => return Err(EvaluateError::Interrupted),
                    Some(_) => {}
                }
                for report in reports.recv().into_iter().chain(reports.try_iter()) {
                    under_way.take(report);
                }
            }
        })
    }
}

/// A batch that is not delivered.
struct Open<'a> {
    batch: Arc<RunningBatch<'a>>,
    collector: Collector<GameResult>,
    /// The threads that may still play its games.
    threads: usize,
}

/// The batches that are not delivered; at their end, games in progress are abandoned.
#[derive(Default)]
struct UnderWay<'a> {
    batches: VecDeque<Open<'a>>,
    /// The number of the first of them.
    first: usize,
}

impl UnderWay<'_> {
    /// Whether threads may soon lack games: a whole batch waits, unless batches are small.
    fn needs_more(&self, threads: usize) -> bool {
        let left = self.batches.iter().map(|open| open.batch.games_left());
        let is_waiting = |open: &Open<'_>| open.batch.has_not_begun();
        left.sum::<usize>() < 2 * threads || !self.batches.iter().any(is_waiting)
    }

    fn take(&mut self, report: Report) {
        let (Report::Games(number, _) | Report::Left(number)) = report;
        // A batch is delivered before the last thread has left it.
        let place = number.checked_sub(self.first);
        let Some(open) = place.and_then(|place| self.batches.get_mut(place)) else { return };
        match report {
            Report::Games(_, games) => games.into_iter().for_each(|game| open.collector.add(game)),
            Report::Left(_) => open.threads -= 1,
        }
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.batches.iter().for_each(|open| open.batch.abandon());
    }
}
