//! Games on a pool of threads.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, mpsc};

use super::running::{RunningBatch, Seat};
use super::{Batch, EvaluateError, Monitor, Openings, PlayerGames};

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
        let (sender, woken) = mpsc::channel();
        let mut batches = batches.fuse();
        self.pool.in_place_scope(|scope| {
            // Gone before the scope waits for its threads, which abandon their games then.
            let wanted = Arc::new(());
            let mut under_way = VecDeque::new();
            let mut number = 0;
            loop {
                while need_more(&under_way, threads)
                    && let Some(batch) = batches.next()
                {
                    batch.check()?;
                    // Not on every thread: one that plays for another caller would be waited for.
                    let threads = threads.min(batch.players.len() * batch.seeds.len());
                    let batch =
                        RunningBatch::new(batch, threads, &wanted, &self.beginnings, monitor);
                    let batch = Arc::new(batch);
                    for _ in 0..threads {
                        let seat = Seat { batch: Arc::clone(&batch), wake: sender.clone() };
                        scope.spawn(move |_| seat.play());
                    }
                    under_way.push_back(batch);
                }
                let Some(batch) = under_way.front() else { return Ok(()) };
                // Asked before the last games are taken.
                let is_left = batch.is_left();
                while let Some(games) = batch.next_finished() {
                    if deliver(number, games).is_break() {
                        return Ok(());
                    }
                }
                if batch.collector().has_delivered_all() {
                    under_way.pop_front();
                    number += 1;
                } else if is_left {
                    return Err(EvaluateError::Interrupted);
                } else {
                    woken.recv().expect("this function has a sender");
                }
            }
        })
    }
}

/// Whether threads may soon lack games: no whole batch waits, unless batches are small.
fn need_more(under_way: &VecDeque<Arc<RunningBatch<'_>>>, threads: usize) -> bool {
    let left = under_way.iter().map(|batch| batch.games_left()).sum::<usize>();
    left < 2 * threads || !under_way.iter().any(|batch| batch.has_not_begun())
}
