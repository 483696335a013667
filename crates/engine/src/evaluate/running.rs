//! A running batch: threads take games one by one and share the tables of a player.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError, Weak, mpsc};
use std::time::Instant;

use super::{Batch, BoardPlayer, Collector, Monitor, Openings, PlayedGame, PlayerGames};
use crate::game::{GameResult, Player, finish_unless};
use crate::heuristic::Tables;
use crate::player;

/// A running batch, shared by the threads.
pub(super) struct RunningBatch<'a> {
    batch: Batch,
    collector: Mutex<Collector<GameResult>>,
    /// The tables of each player, from a little before its first game to the end of its last: those
    /// of all players of a large batch would not fit into memory.
    tables: Vec<Mutex<Option<Arc<Tables>>>>,
    /// The thread that takes a player's game with this many left first builds the next
    /// player's tables, so that no thread has to wait for them.
    games_left_to_build: usize,
    /// The index of the next game.
    next: AtomicUsize,
    /// The threads that may still play games.
    threads: AtomicUsize,
    /// Gone once nobody needs the games any more.
    wanted: Weak<()>,
    beginnings: &'a Openings,
    monitor: &'a Monitor,
}

/// The place of a thread at a batch. Its end says that the thread has left.
pub(super) struct Seat<'a> {
    pub(super) batch: Arc<RunningBatch<'a>>,
    /// Wakes who delivers the games: rarely, since that takes a core from a player.
    pub(super) wake: mpsc::Sender<()>,
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.batch.threads.fetch_sub(1, Ordering::Release);
        self.wake();
    }
}

impl Seat<'_> {
    /// Plays games until none is left.
    pub(super) fn play(&self) {
        let batch = &*self.batch;
        let seeds = batch.batch.seeds.len();
        let mut index = batch.next_game();
        while let Some(BoardPlayer { settings, .. }) = batch.batch.players.get(index / seeds) {
            let tables = batch.tables(index / seeds);
            let mut player = player::build(settings, &tables);
            index = self.play_with(&mut *player, index);
            drop(player);
            if let Some(tables) = Arc::into_inner(tables) {
                tables.release();
            }
        }
    }

    /// Plays games of one player; returns the index of the first game after them.
    fn play_with(&self, player: &mut dyn Player, mut index: usize) -> usize {
        let batch = &*self.batch;
        let seeds = &batch.batch.seeds;
        let end = (index / seeds.len() + 1) * seeds.len();
        let builds_next = end - batch.games_left_to_build.min(seeds.len());
        while index < end {
            if index == builds_next {
                batch.build_ahead(end / seeds.len());
                // Few games may be left in all.
                self.wake();
            }
            let start = Instant::now();
            let stopped = || batch.monitor.stop_requested() || batch.wanted.strong_count() == 0;
            let beginning = batch.batch.beginning.as_ref();
            let begun = batch.beginnings.session(beginning, seeds[index % seeds.len()], stopped);
            let Some(result) = begun.and_then(|game| finish_unless(player, game, stopped)) else {
                return usize::MAX;
            };
            let seconds = start.elapsed().as_secs_f64();
            batch.monitor.game_played();
            if batch.collector().add(PlayedGame { index, result, seconds }) {
                batch.shared_tables(index / seeds.len()).take();
                self.wake();
            }
            index = batch.next_game();
        }
        index
    }

    fn wake(&self) {
        // The receiver outlives the threads, whether or not their games are still needed.
        let _ = self.wake.send(());
    }
}

impl<'a> RunningBatch<'a> {
    /// A batch for `threads` threads, whose games are abandoned once `wanted` is gone.
    pub(super) fn new(
        batch: Batch,
        threads: usize,
        wanted: &Arc<()>,
        beginnings: &'a Openings,
        monitor: &'a Monitor,
    ) -> Self {
        Self {
            collector: Mutex::new(Collector::new(batch.players.len(), batch.seeds.len())),
            tables: batch.players.iter().map(|_| Mutex::default()).collect(),
            batch,
            games_left_to_build: 2 * threads,
            next: AtomicUsize::new(0),
            threads: AtomicUsize::new(threads),
            wanted: Arc::downgrade(wanted),
            beginnings,
            monitor,
        }
    }

    /// The number of games that no thread has begun.
    pub(super) fn games_left(&self) -> usize {
        let games = self.batch.players.len() * self.batch.seeds.len();
        games.saturating_sub(self.next.load(Ordering::Relaxed))
    }

    /// Whether no game has been begun.
    pub(super) fn has_not_begun(&self) -> bool {
        self.next.load(Ordering::Relaxed) == 0
    }

    /// Whether no further game will end.
    pub(super) fn is_left(&self) -> bool {
        self.threads.load(Ordering::Acquire) == 0
    }

    /// The next player in order, once all of its games have ended.
    pub(super) fn next_finished(&self) -> Option<PlayerGames> {
        self.collector().next_finished()
    }

    pub(super) fn collector(&self) -> MutexGuard<'_, Collector<GameResult>> {
        self.collector.lock().expect("no thread panics while it adds a game")
    }

    fn next_game(&self) -> usize {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// The tables of a player. If another thread is building them, this one first builds those
    /// of the next player that nobody builds.
    fn tables(&self, player: usize) -> Arc<Tables> {
        if let Err(TryLockError::WouldBlock) = self.tables[player].try_lock() {
            self.build_ahead(player + 1);
        }
        let mut tables = self.shared_tables(player);
        let build = || Arc::new(Tables::new(&self.batch.players[player].weights));
        Arc::clone(tables.get_or_insert_with(build))
    }

    /// Builds the tables of a player, if it exists, before its first game.
    fn build_ahead(&self, player: usize) {
        let has_begun = self.next.load(Ordering::Relaxed) > player * self.batch.seeds.len();
        if player < self.batch.players.len() && !has_begun {
            self.tables(player);
        }
    }

    fn shared_tables(&self, player: usize) -> MutexGuard<'_, Option<Arc<Tables>>> {
        self.tables[player].lock().expect("no thread panics while it builds tables")
    }
}
