//! An evaluator that plays no games, and campaigns to try it on.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::csv_text::without_times;
pub use crate::scratch::{FILES, Scratch};
use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;
use tune2048_engine::evaluate::{EvaluateError, Monitor};
use tune2048_engine::game::{GameResult, GameSeed};
use tune2048_engine::player::Depth;
use tune2048_tuner::campaign::{Campaign, CampaignError};
use tune2048_tuner::record::{CampaignState, Folder, Outcome};
use tune2048_tuner::space::Optimizer;
use tune2048_tuner::space::limits::Limits;
use tune2048_tuner::subject::{
    CandidateGames, Configuration, Deliver, Evaluate, Job, Jobs, Played,
};

/// An evaluator whose scores depend on weights and seed alone, best near empty = 600, merges = 1200.
#[derive(Debug)]
pub struct Fake {
    /// The candidates that may still be evaluated before it stops as after a signal; `None` for no limit.
    left: Option<AtomicUsize>,
    /// The function that returns the result of a game.
    play: Play,
    /// The jobs that were requested.
    jobs: Mutex<Vec<Job>>,
}

/// A simulated game.
pub type Play = fn(&Configuration, GameSeed) -> GameResult;

impl Default for Fake {
    fn default() -> Self {
        Self::playing(game)
    }
}

impl Fake {
    pub fn playing(play: Play) -> Self {
        Self { left: None, play, jobs: Mutex::default() }
    }

    pub fn stopping_after(candidates: usize) -> Self {
        Self::default().stopped_after(candidates)
    }

    pub fn stopped_after(mut self, candidates: usize) -> Self {
        self.left = Some(AtomicUsize::new(candidates));
        self
    }

    pub fn batches(&self) -> MutexGuard<'_, Vec<Job>> {
        self.jobs.lock().expect("no test panics while it reads them")
    }

    pub fn take_batches(&self) -> Vec<Job> {
        std::mem::take(&mut *self.batches())
    }

    fn may_go_on(&self) -> bool {
        let one_less = |left: usize| left.checked_sub(1);
        self.left.as_ref().is_none_or(|left| {
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok()
        })
    }
}

/// A simulated game: a hill times the luck of the seed.
pub fn game(weights: &Configuration, seed: GameSeed) -> GameResult {
    scoring(hill(weights) as u64 + seed.0 % 4_000)
}

/// A simulated game: the hill times the luck of the candidate and the seed.
pub fn noisy_game(weights: &Configuration, seed: GameSeed) -> GameResult {
    scoring((hill(weights) * luck(&weights.values, seed)) as u64)
}

/// A simulated game of luck alone, the same for all weights.
pub fn flat_game(weights: &Configuration, seed: GameSeed) -> GameResult {
    scoring((20_000.0 * luck(&weights.values, seed)) as u64)
}

fn hill(weights: &Configuration) -> f64 {
    let away = |name: &str, best: f64, width: f64| {
        let value = weights.get(name).expect("a weight of the rows");
        ((value - best) / width).powi(2)
    };
    20_000.0 * (-away("empty", 600.0, 700.0) - away("merges", 1200.0, 1500.0)).exp()
}

fn scoring(score: u64) -> GameResult {
    GameResult {
        score: score.into(),
        largest_tile: 1 << (score + 16).ilog2().clamp(2, 16),
        moves: (score / 20) as u32 + 10,
        nodes: score * 3,
        inner_nodes: 0,
    }
}

/// Returns a log-normal number with mean 1 and a coefficient of variation of 0.5.
pub fn luck(values: &[f64], seed: GameSeed) -> f64 {
    let bits = values.iter().map(|value| value.to_bits());
    let mixed = bits.fold(seed.0, |mixed, bits| {
        mixed.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ bits
    });
    let mut random = Xoshiro256PlusPlus::seed_from_u64(mixed);
    let uniform = (0..12).map(|_| random.next_u64() as f64 / u64::MAX as f64);
    let normal = uniform.sum::<f64>() - 6.0;
    let variance = 1.25_f64.ln();
    (variance.sqrt() * normal - variance / 2.0).exp()
}

impl Evaluate for Fake {
    fn concurrent_games(&self) -> usize {
        1
    }

    fn evaluate_stream(&self, jobs: Jobs<'_>, monitor: &Monitor, deliver: Deliver<'_>) -> Played {
        for (number, job) in jobs.enumerate() {
            self.batches().push(job.clone());
            // Games score more, the deeper the player searches.
            let is_deep =
                job.subject.player().is_some() && job.subject.depth() != Some(Depth::Fixed(1));
            for candidate in 0..job.candidates.len() {
                let weights = &job.candidate(candidate);
                if monitor.stop_requested() || !self.may_go_on() {
                    return Err(EvaluateError::Interrupted);
                }
                let play = |&seed| match (self.play)(weights, seed) {
                    game if is_deep => scoring(3 * game.score.get() as u64),
                    game => game,
                };
                let results = job.seeds.iter().map(play).collect();
                let games = CandidateGames {
                    candidate,
                    results,
                    seconds: 0.25,
                    ..CandidateGames::default()
                };
                if deliver(number, games).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

pub fn optimizers() -> impl Iterator<Item = &'static str> {
    let all = Optimizer::all().into_iter();
    all.map(|optimizer| optimizer.name())
}

/// Returns a search space of two weights: 6 games per candidate, 4 candidates per generation. In the race, 4 finalists
/// play 3 games each, then 2 of them 6 more.
pub fn space(optimizer: &str, budget: &str) -> String {
    // Otherwise how far steps have shrunk would follow from the budget that a campaign began with.
    let generations = if optimizer == "mirrored-es" { "generations = 5\n" } else { "" };
    format!(
        "name = \"fake\"\nseed = 11\n\n\
         [heuristic.rows]\nempty = \"tune\"\nmerges = {{ low = 1.0, high = 4000.0, scale = \"log\" }}\n\n\
         [objective]\ngames-per-candidate = 6\n\n\
         [optimizer.{optimizer}]\npopulation = 4\n{generations}\n\
         [budget]\n{budget}\n\n\
         [selection]\nfinalists = 4\ngames = 24\n\n\
         [validation]\ngames = 7\nbaseline = \"played\"\n"
    )
}

/// Returns the search space of [`space`] with a table for the games per candidate, and 6 candidates per generation.
pub fn adaptive(optimizer: &str, games: &str, budget: &str) -> String {
    space(optimizer, budget)
        .replace("= 6\n", &format!("= {{ {games} }}\n"))
        .replace("population = 4", "population = 6")
}

impl Scratch {
    pub fn run(&self, name: &str, space: &str) -> Outcome {
        self.play(name, space, &Fake::default()).unwrap()
    }

    /// Plays a new campaign until it ends or the evaluator stops it.
    pub fn play(
        &self,
        name: &str,
        space: &str,
        evaluator: &Fake,
    ) -> Result<Outcome, CampaignError> {
        go_on(&mut create(&self.path(name), space)?, evaluator)
    }

    /// Begins a new campaign, which the evaluator stops.
    #[track_caller]
    pub fn begin(&self, name: &str, space: &str, evaluator: &Fake) {
        let stopped = self.play(name, space, evaluator);
        assert!(matches!(stopped, Err(CampaignError::Interrupted)), "{stopped:?}");
    }

    pub fn go_on(&self, name: &str, evaluator: &Fake) -> Result<Outcome, CampaignError> {
        go_on(&mut resume(&self.path(name))?, evaluator)
    }

    #[track_caller]
    pub fn finish(&self, name: &str) -> Outcome {
        self.go_on(name, &Fake::default()).unwrap()
    }

    /// Goes on with a campaign whose file is given, perhaps with a larger budget.
    pub fn go_on_with(
        &self,
        name: &str,
        space: &str,
        evaluator: &Fake,
    ) -> Result<Outcome, CampaignError> {
        let given = Some((Path::new("given.toml"), space));
        go_on(&mut Campaign::resume(&self.path(name), given, &Limits::default())?, evaluator)
    }

    #[track_caller]
    pub fn progress(&self, name: &str) -> CampaignState {
        Folder::at(&self.path(name)).read(true).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the lines of the log with this event.
    #[track_caller]
    pub fn events(&self, name: &str, event: &str) -> Vec<Value> {
        let lines = self.lines(&format!("{name}/log.jsonl"));
        let parsed = lines.iter().map(|line| serde_json::from_str(line).expect("a line of JSON"));
        parsed.filter(|line: &Value| line["event"] == event).collect()
    }

    /// Asserts that two campaigns have played the same search, whatever its limits.
    #[track_caller]
    pub fn assert_same_search(&self, found: &str, expected: &str, place: &str) {
        let trials = |folder: &str| without_times(&self.read(&format!("{folder}/trials.csv")));
        assert_eq!(trials(found), trials(expected), "{place}");
        for event in ["pilot", "distribution", "restart"] {
            let lines = |folder: &str| {
                let mut lines = self.events(folder, event);
                for key in ["crc32", "times", "after"] {
                    lines.iter_mut().for_each(|line| line[key] = Value::Null);
                }
                lines
            };
            assert_eq!(lines(found), lines(expected), "{place}: {event}");
        }
    }
}

pub fn create(folder: &Path, space: &str) -> Result<Campaign, CampaignError> {
    Campaign::create(folder, Path::new("space.toml"), space)
}

pub fn resume(folder: &Path) -> Result<Campaign, CampaignError> {
    Campaign::resume(folder, None, &Limits::default())
}

pub fn go_on(campaign: &mut Campaign, evaluator: &Fake) -> Result<Outcome, CampaignError> {
    campaign.run(evaluator, &Monitor::default(), &mut |_| {})
}
