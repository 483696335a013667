//! Weights to games: tables are built, seeded games are played on all cores.
//!
//! Work is handed out game by game, candidate after candidate, so that a
//! generation of few candidates still fills every core and no core waits for
//! more than the last game. A game is a pure function of player and seed, and
//! results are put in order, so that threads change nothing but the time.

mod batch;
mod collector;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};

use batch::Batch;
use collector::Collector;

use crate::game::{GameResult, GameSeed};
use crate::heuristic::Weights;
use crate::player::PlayerSettings;

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
        let batch = Batch::new(candidates, seeds, &self.player, self.threads(), monitor);
        let mut collector = Collector::new(candidates.len(), seeds.len());
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
