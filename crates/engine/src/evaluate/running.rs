//! A running batch: threads take games one by one and share the tables of a player.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError, Weak, mpsc};
use std::time::{Duration, Instant};

use super::{Batch, BoardPlayer, Monitor, Openings, PlayedGame};
use crate::game::{GameResult, Player, finish_unless};
use crate::heuristic::{Tables, Weights};
use crate::player;

/// The shortest time between two sends of a thread: each wakes the collector, which takes a
/// core from a player.
const MIN_PAUSE: Duration = Duration::from_millis(10);

/// What a thread says of a batch, given by its number.
pub(super) enum Report {
    /// Games have ended.
    Games(usize, Vec<PlayedGame<GameResult>>),
    /// The thread plays no more of its games.
    Left(usize),
}

/// The finished games that a thread has not sent yet. Its end says that the thread has left.
struct Outbox<'s> {
    batch: usize,
    sender: &'s mpsc::Sender<Report>,
    games: Vec<PlayedGame<GameResult>>,
    sent: Instant,
}

impl Outbox<'_> {
    /// Takes a game that ended at a given time.
    fn put(&mut self, game: PlayedGame<GameResult>, ended: Instant) {
        self.games.push(game);
        if ended.duration_since(self.sent) >= MIN_PAUSE {
            self.sent = ended;
            self.send();
        }
    }

    fn send(&mut self) {
        let games = std::mem::take(&mut self.games);
        // The receiver outlives the threads, whether or not their games are still needed.
        let _ = self.sender.send(Report::Games(self.batch, games));
    }
}

impl Drop for Outbox<'_> {
    fn drop(&mut self) {
        let _ = self.sender.send(Report::Left(self.batch));
    }
}

/// A running batch, shared by the threads.
pub(super) struct RunningBatch<'a> {
    number: usize,
    batch: Batch,
    tables: Vec<Mutex<SharedTables>>,
    /// The thread that takes a player's game with this many left first builds the next
    /// player's tables, so that no thread has to wait for them.
    games_left_to_build: usize,
    /// The index of the next game.
    next: AtomicUsize,
    /// Whether nobody needs the games any more.
    is_abandoned: AtomicBool,
    beginnings: &'a Openings,
    monitor: &'a Monitor,
}

/// The tables of a player, kept only while a thread plays with them: the tables of all
/// players of a large batch would not fit into memory.
#[derive(Default)]
struct SharedTables {
    in_use: Weak<Tables>,
    /// Tables that are built but not yet in use.
    ahead: Option<Arc<Tables>>,
}

impl<'a> RunningBatch<'a> {
    /// A batch for `threads` threads.
    pub(super) fn new(
        number: usize,
        batch: Batch,
        threads: usize,
        beginnings: &'a Openings,
        monitor: &'a Monitor,
    ) -> Self {
        Self {
            number,
            tables: batch.players.iter().map(|_| Mutex::default()).collect(),
            batch,
            games_left_to_build: 2 * threads,
            next: AtomicUsize::new(0),
            is_abandoned: AtomicBool::new(false),
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

    /// Ends the games in progress.
    pub(super) fn abandon(&self) {
        self.is_abandoned.store(true, Ordering::Relaxed);
    }

    /// Plays games until none is left.
    pub(super) fn work(&self, sender: &mpsc::Sender<Report>) {
        let games = self.batch.players.len() * self.batch.seeds.len();
        let mut outbox =
            Outbox { batch: self.number, sender, games: Vec::new(), sent: Instant::now() };
        let mut index = self.next.fetch_add(1, Ordering::Relaxed);
        while index < games {
            let place = index / self.batch.seeds.len();
            let end = (place + 1) * self.batch.seeds.len();
            let tables = self.tables(place);
            let mut player = player::build(&self.batch.players[place].settings, &tables);
            index = self.play_with(&mut *player, index, end, &mut outbox);
            drop(player);
            if let Some(tables) = Arc::into_inner(tables) {
                tables.release();
            }
            outbox.send();
        }
    }

    /// Plays games of one player; returns the index of the first game after them.
    fn play_with(
        &self,
        player: &mut dyn Player,
        mut index: usize,
        end: usize,
        outbox: &mut Outbox<'_>,
    ) -> usize {
        let builds_next = end - self.games_left_to_build.min(self.batch.seeds.len());
        while index < end {
            if index == builds_next {
                self.build_ahead(end / self.batch.seeds.len());
            }
            let start = Instant::now();
            let seed = self.batch.seeds[index % self.batch.seeds.len()];
            let stopped =
                || self.monitor.stop_requested() || self.is_abandoned.load(Ordering::Relaxed);
            let beginning = self.batch.beginning.as_ref();
            let begun = self.beginnings.session(beginning, seed, stopped);
            let Some(result) = begun.and_then(|game| finish_unless(player, game, stopped)) else {
                return usize::MAX;
            };
            let ended = Instant::now();
            self.monitor.game_played();
            let seconds = ended.duration_since(start).as_secs_f64();
            outbox.put(PlayedGame { index, result, seconds }, ended);
            index = self.next.fetch_add(1, Ordering::Relaxed);
        }
        index
    }

    fn shared_tables(&self, player: usize) -> MutexGuard<'_, SharedTables> {
        self.tables[player].lock().expect("no thread panics while it builds tables")
    }

    /// The tables of a player. If another thread is building them, this one first builds those
    /// of the next player.
    fn tables(&self, player: usize) -> Arc<Tables> {
        if let Err(TryLockError::WouldBlock) = self.tables[player].try_lock() {
            self.build_ahead(player + 1);
        }
        self.shared_tables(player).get(&self.batch.players[player].weights)
    }

    /// Builds the tables of a player, if it exists, before its first game.
    fn build_ahead(&self, player: usize) {
        let Some(BoardPlayer { weights, .. }) = self.batch.players.get(player) else { return };
        let mut shared = self.shared_tables(player);
        // Otherwise a thread is waiting for the lock, or has finished the player.
        if self.next.load(Ordering::Relaxed) <= player * self.batch.seeds.len() {
            shared.ahead = Some(shared.get(weights));
        }
    }
}

impl SharedTables {
    /// The tables, built if necessary.
    fn get(&mut self, weights: &Weights) -> Arc<Tables> {
        let ready = self.ahead.take().or_else(|| self.in_use.upgrade());
        ready.unwrap_or_else(|| {
            let tables = Arc::new(Tables::new(weights));
            self.in_use = Arc::downgrade(&tables);
            tables
        })
    }
}
