//! Weights to games: tables are built, seeded games are played on all cores.
//!
//! Work is handed out game by game, candidate after candidate, so that a
//! generation of few candidates still fills every core and no core waits for
//! more than the last game. A game is a pure function of player and seed, and
//! results are put in order, so that threads change nothing but the time.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak, mpsc};
use std::time::Instant;

use crate::game::{GameResult, GameSeed, play_unless};
use crate::heuristic::{Tables, Weights};
use crate::player::{self, PlayerSettings, Thinker};

/// The games of one candidate, in the order of their seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateGames {
    /// The candidate's place in the batch.
    pub candidate: usize,
    /// One result per seed.
    pub results: Vec<GameResult>,
    /// The time spent in these games, summed over threads.
    pub seconds: f64,
}

/// A view into a batch from other threads: how far it is, and a way to stop it.
#[derive(Debug, Default)]
pub struct Monitor {
    stop: AtomicBool,
    games: AtomicU64,
}

impl Monitor {
    /// Asks for an early end: games under way are given up.
    pub fn request_stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether an early end was asked for.
    pub fn stop_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Counts a game.
    pub fn game_played(&self) {
        self.games.fetch_add(1, Ordering::Relaxed);
    }

    /// How many games have ended.
    pub fn games_played(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }
}

/// The batch was cut short because [`Monitor::request_stop`] was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Something that plays candidates: games, or a stand-in for them.
pub trait Evaluate {
    /// Plays every candidate on every seed, and delivers the candidates in
    /// their order, each as soon as it and those before it are finished.
    ///
    /// # Errors
    /// [`Interrupted`] if a stop was requested before the last candidate was delivered.
    fn evaluate(
        &self,
        candidates: &[Weights],
        seeds: &[GameSeed],
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), Interrupted>;

    /// An evaluator on the same threads whose moves are chosen like this.
    fn with_player(&self, player: PlayerSettings) -> Box<dyn Evaluate + '_>;
}

/// Plays real games on a pool of threads.
#[derive(Debug)]
pub struct GameEvaluator {
    pool: Arc<rayon::ThreadPool>,
    player: PlayerSettings,
}

impl GameEvaluator {
    /// An evaluator on so many threads, one per core if `None`.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn new(
        player: PlayerSettings,
        threads: Option<usize>,
    ) -> Result<Self, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0))
            .build()?;
        Ok(Self {
            pool: Arc::new(pool),
            player,
        })
    }

    /// How many threads play.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// The games of one candidate.
    ///
    /// # Errors
    /// [`Interrupted`] if a stop was requested before the last game ended.
    pub fn play(
        &self,
        weights: &Weights,
        seeds: &[GameSeed],
        monitor: &Monitor,
    ) -> Result<CandidateGames, Interrupted> {
        let mut games = None;
        self.evaluate(
            std::slice::from_ref(weights),
            seeds,
            monitor,
            &mut |found| {
                games = Some(found);
            },
        )?;
        games.ok_or(Interrupted)
    }
}

impl Evaluate for GameEvaluator {
    fn evaluate(
        &self,
        candidates: &[Weights],
        seeds: &[GameSeed],
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), Interrupted> {
        let batch = Batch {
            candidates,
            seeds,
            player: &self.player,
            tables: candidates.iter().map(|_| Mutex::default()).collect(),
            games_left_to_build: 2 * self.threads(),
            next: AtomicUsize::new(0),
            monitor,
        };
        let mut collector = Collector::new(candidates.len(), seeds.len());
        self.pool.in_place_scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let batch = &batch;
            scope.spawn_broadcast(move |_, _| batch.work(&sender));
            for game in receiver {
                collector.add(game);
                while let Some(finished) = collector.next_finished() {
                    deliver(finished);
                }
            }
        });
        if collector.delivered == candidates.len() {
            Ok(())
        } else {
            Err(Interrupted)
        }
    }

    fn with_player(&self, player: PlayerSettings) -> Box<dyn Evaluate + '_> {
        Box::new(Self {
            pool: Arc::clone(&self.pool),
            player,
        })
    }
}

/// One game, played.
struct PlayedGame {
    index: usize,
    result: GameResult,
    seconds: f64,
}

/// A batch under way, shared by the threads.
struct Batch<'a> {
    candidates: &'a [Weights],
    seeds: &'a [GameSeed],
    player: &'a PlayerSettings,
    tables: Vec<Mutex<SharedTables>>,
    /// Whoever takes a candidate's game with so many left builds the next one's
    /// tables first, so that no thread has to wait for them.
    games_left_to_build: usize,
    /// The next game: candidate · number of seeds + seed.
    next: AtomicUsize,
    monitor: &'a Monitor,
}

/// A candidate's tables for as long as a thread plays with them: those of a
/// large batch would not fit into memory.
#[derive(Default)]
struct SharedTables {
    in_use: Weak<Tables>,
    /// Built, and not yet played with.
    ahead: Option<Arc<Tables>>,
}

impl Batch<'_> {
    /// Plays until no game is left.
    fn work(&self, sender: &mpsc::Sender<PlayedGame>) {
        let games = self.candidates.len() * self.seeds.len();
        let mut index = self.next.fetch_add(1, Ordering::Relaxed);
        while index < games {
            let candidate = index / self.seeds.len();
            let end = (candidate + 1) * self.seeds.len();
            let tables = self.tables(candidate);
            let mut player = player::build(self.player, &tables);
            index = self.play_candidate(&mut *player, index, end, sender);
        }
    }

    /// Plays games of one candidate; returns the first game beyond it.
    fn play_candidate(
        &self,
        player: &mut dyn Thinker,
        mut index: usize,
        end: usize,
        sender: &mpsc::Sender<PlayedGame>,
    ) -> usize {
        let builds_next = end - self.games_left_to_build.min(self.seeds.len());
        while index < end {
            if index == builds_next {
                self.build_ahead(end / self.seeds.len());
            }
            let start = Instant::now();
            let seed = self.seeds[index % self.seeds.len()];
            let stopped = || self.monitor.stop_requested();
            let Some(result) = play_unless(player, seed, stopped) else {
                return usize::MAX;
            };
            let seconds = start.elapsed().as_secs_f64();
            self.monitor.game_played();
            let game = PlayedGame {
                index,
                result,
                seconds,
            };
            if sender.send(game).is_err() {
                return usize::MAX;
            }
            index = self.next.fetch_add(1, Ordering::Relaxed);
        }
        index
    }

    fn shared_tables(&self, candidate: usize) -> MutexGuard<'_, SharedTables> {
        self.tables[candidate]
            .lock()
            .expect("no thread panics while it builds tables")
    }

    /// The tables of a candidate.
    fn tables(&self, candidate: usize) -> Arc<Tables> {
        self.shared_tables(candidate)
            .get(&self.candidates[candidate])
    }

    /// Builds the tables of a candidate, if there is one, for whoever plays it first.
    fn build_ahead(&self, candidate: usize) {
        let Some(weights) = self.candidates.get(candidate) else {
            return;
        };
        let mut shared = self.shared_tables(candidate);
        // Else somebody stands at the lock already, or has played and gone.
        if self.next.load(Ordering::Relaxed) <= candidate * self.seeds.len() {
            shared.ahead = Some(shared.get(weights));
        }
    }
}

impl SharedTables {
    /// The tables, built if they are not.
    fn get(&mut self, weights: &Weights) -> Arc<Tables> {
        let ready = self.ahead.take().or_else(|| self.in_use.upgrade());
        ready.unwrap_or_else(|| {
            let tables = Arc::new(Tables::new(weights));
            self.in_use = Arc::downgrade(&tables);
            tables
        })
    }
}

/// Puts games, which end in any order, back into the order of the batch.
struct Collector {
    results: Vec<Vec<GameResult>>,
    missing: Vec<usize>,
    seconds: Vec<f64>,
    games: usize,
    delivered: usize,
}

impl Collector {
    fn new(candidates: usize, games: usize) -> Self {
        Self {
            results: vec![vec![GameResult::default(); games]; candidates],
            missing: vec![games; candidates],
            seconds: vec![0.0; candidates],
            games,
            delivered: 0,
        }
    }

    fn add(&mut self, game: PlayedGame) {
        let (candidate, seed) = (game.index / self.games, game.index % self.games);
        self.results[candidate][seed] = game.result;
        self.missing[candidate] -= 1;
        self.seconds[candidate] += game.seconds;
    }

    fn next_finished(&mut self) -> Option<CandidateGames> {
        let candidate = self.delivered;
        if *self.missing.get(candidate)? > 0 {
            return None;
        }
        self.delivered += 1;
        Some(CandidateGames {
            candidate,
            results: std::mem::take(&mut self.results[candidate]),
            seconds: self.seconds[candidate],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Stream;
    use crate::presets::Preset;

    fn seeds(count: u64) -> Vec<GameSeed> {
        let seed = |index| GameSeed::new(1, Stream::Evaluation, index);
        (0..count).map(seed).collect()
    }

    fn candidates() -> Vec<Weights> {
        Preset::ALL.iter().map(Preset::weights).collect()
    }

    fn evaluate(threads: usize) -> Vec<Vec<GameResult>> {
        let evaluator = GameEvaluator::new(PlayerSettings::default(), Some(threads)).unwrap();
        let mut found = Vec::new();
        let monitor = Monitor::default();
        evaluator
            .evaluate(&candidates(), &seeds(5), &monitor, &mut |games| {
                assert_eq!(games.candidate, found.len());
                found.push(games.results);
            })
            .unwrap();
        found
    }

    #[test]
    fn threads_change_nothing() {
        let alone = evaluate(1);
        assert_eq!(alone.len(), Preset::ALL.len());
        assert_eq!(alone, evaluate(2));
        assert_eq!(alone, evaluate(3));
    }

    #[test]
    fn candidates_play_the_same_seeds_whatever_plays_beside_them() {
        let evaluator = GameEvaluator::new(PlayerSettings::default(), Some(2)).unwrap();
        let monitor = Monitor::default();
        let weights = &candidates()[1];
        let alone = evaluator.play(weights, &seeds(5), &monitor).unwrap();
        assert_eq!(alone.results, evaluate(2)[1]);
    }

    #[test]
    fn a_raised_flag_interrupts() {
        let evaluator = GameEvaluator::new(PlayerSettings::default(), Some(2)).unwrap();
        let monitor = Monitor::default();
        let mut delivered = 0;
        let outcome = evaluator.evaluate(&candidates(), &seeds(50), &monitor, &mut |_| {
            delivered += 1;
            monitor.request_stop();
        });
        assert_eq!(outcome, Err(Interrupted));
        assert!((1..Preset::ALL.len()).contains(&delivered));
    }
}
