//! The evaluator of jobs whose every game is a learning run.

mod learned_game;

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use tune2048_engine::evaluate::{Collector, PlayedGame};
use tune2048_engine::player::LearningSettings;
use tune2048_engine::{CandidateGames, Evaluate, EvaluateError, HeuristicKind, Job, Monitor};

use crate::run::{free_memory, mebibytes};
pub use learned_game::settings_of;
use learned_game::{Game, bytes_needed};

/// Plays the games of jobs whose player is [`LearningSettings`]: each learns a network on one
/// thread and tests it.
///
/// A game is a pure function of player, weights and seed. Games with the same seed learn from
/// games with the same spawns, so that candidates share their luck.
#[derive(Clone, Copy, Debug)]
pub struct LearningEvaluator {
    threads: usize,
}

impl LearningEvaluator {
    /// An evaluator that learns on `threads` threads at the same time, one per core if `None`.
    pub fn new(threads: Option<usize>) -> Self {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            threads: threads.unwrap_or_else(cores).max(1),
        }
    }

    /// Learns and tests until no game is left, something fails or a stop is requested.
    fn work(
        games: &[Game<'_>],
        next: &AtomicUsize,
        failed: &AtomicUsize,
        monitor: &Monitor,
        sender: &mpsc::Sender<Result<PlayedGame, EvaluateError>>,
    ) {
        while !monitor.stop_requested() && failed.load(Ordering::Relaxed) == 0 {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.get(index) else {
                return;
            };
            let start = Instant::now();
            let played = match game.play(monitor) {
                Ok(Some(result)) => Ok(PlayedGame {
                    index,
                    result,
                    seconds: start.elapsed().as_secs_f64(),
                    extras: Vec::new(),
                }),
                Ok(None) => return,
                Err(error) => {
                    failed.store(1, Ordering::Relaxed);
                    Err(error)
                }
            };
            monitor.game_played();
            if sender.send(played).is_err() {
                return;
            }
        }
    }
}

impl Evaluate for LearningEvaluator {
    fn concurrent_games(&self) -> usize {
        self.threads
    }

    fn evaluate(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError> {
        job.player.check()?;
        let settings = job.player.learning().ok_or_else(|| {
            EvaluateError::Failed(format!(
                "the games of the player {} are no learning runs - give the job to an evaluator \
                 that plays them",
                job.player
            ))
        })?;
        let games = games(job, settings)?;
        check_memory(&games, self.threads)?;
        let mut collector = Collector::new(job);
        let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (sender, played) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.min(games.len()) {
                let (games, next, failed) = (&games, &next, &failed);
                let sender = sender.clone();
                thread::Builder::new()
                    .name("learning".to_owned())
                    .spawn_scoped(scope, move || {
                        Self::work(games, next, failed, monitor, &sender);
                    })
                    .map_err(|error| {
                        failed.store(1, Ordering::Relaxed);
                        EvaluateError::threads(error)
                    })?;
            }
            drop(sender);
            let mut failure = None;
            for game in played {
                match game {
                    Ok(game) => collector.add(game),
                    Err(error) => failure = Some(error),
                }
                while let Some(candidate) = collector.next_finished() {
                    deliver(candidate);
                }
            }
            // A job without seeds has candidates, too.
            while let Some(candidate) = collector.next_finished() {
                deliver(candidate);
            }
            match failure {
                Some(error) => Err(error),
                None if collector.has_delivered_all() => Ok(()),
                None => Err(EvaluateError::Interrupted),
            }
        })
    }
}

/// The games in the order of the job.
fn games<'j>(job: &'j Job, settings: &'j LearningSettings) -> Result<Vec<Game<'j>>, EvaluateError> {
    let mut games = Vec::new();
    for weights in &job.candidates {
        let HeuristicKind::Learning(method) = weights.heuristic else {
            return Err(EvaluateError::Failed(format!(
                "learning runs: found the heuristic {}, expected learning",
                weights.heuristic.name()
            )));
        };
        for &seed in &job.seeds {
            games.push(Game::new(settings, method, &weights.values, seed)?);
        }
    }
    Ok(games)
}

/// Checks that there is memory for as many runs as there are threads.
fn check_memory(games: &[Game<'_>], threads: usize) -> Result<(), EvaluateError> {
    let most = games.iter().map(bytes_needed).max().unwrap_or(0);
    let at_once = threads.min(games.len()) as u64;
    match free_memory() {
        Some(free) if free.bytes < most.saturating_mul(at_once) => {
            Err(EvaluateError::Failed(format!(
                "{at_once} learning runs at the same time need {} of memory, free are {} ({}) - \
                 give fewer with --threads, or tuples of fewer cells",
                mebibytes(most * at_once),
                mebibytes(free.bytes),
                free.source_name
            )))
        }
        _ => Ok(()),
    }
}
