//! Progress of a learning run, independent of how it is shown.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use tune2048_learning::BatchResult;
use tune2048_learning::run::{CurvePoint, LearningEvent};
use tune2048_learning::settings::LearningSpec;
use tune2048_tuner::words::counted;

/// The period over which speed is measured.
const WINDOW: Duration = Duration::from_secs(20);

/// The games whose mean is shown.
const RECENT_GAMES: u64 = 1000;

/// Progress of a learning run.
#[derive(Clone, Debug)]
pub struct LearningProgress {
    /// The name of the run.
    pub name: String,
    /// What is learned, how, on how many threads.
    pub subject: String,
    /// The games learned.
    pub games: u64,
    /// The games to learn.
    pub total_games: u64,
    /// The first game that a search plays, if one does.
    search_from: Option<u64>,
    /// The points of the curve so far.
    pub curve: Vec<CurvePoint>,
    /// The seconds of earlier sessions.
    pub earlier_seconds: f64,
    /// The start of this session.
    pub start: Instant,
    /// The number of games of the test, once it has begun.
    pub test_games: Option<u32>,
    /// The depth of the search of the test.
    pub test_depth: u8,
    /// The games of the test that are played.
    pub tested: u64,
    /// Whether a stop was requested.
    pub is_stopping: bool,
    /// The games of the last batches.
    recent: VecDeque<BatchResult>,
    /// The time of each batch with the moves since the one before.
    speed: VecDeque<(Instant, BatchResult)>,
}

impl LearningProgress {
    /// The progress of a run that is about to begin.
    pub fn new(spec: &LearningSpec, threads: usize) -> Self {
        let threads = counted(threads, "thread");
        Self {
            name: spec.name.clone(),
            subject: format!("{} by {}, {threads}", spec.tuples, spec.method.name()),
            games: 0,
            total_games: spec.games,
            search_from: spec.search.map(|search| search.first),
            curve: Vec::new(),
            earlier_seconds: 0.0,
            start: Instant::now(),
            test_games: None,
            test_depth: 0,
            tested: 0,
            is_stopping: false,
            recent: VecDeque::new(),
            speed: VecDeque::new(),
        }
    }

    /// Takes in an event.
    pub fn observe(&mut self, event: &LearningEvent<'_>) {
        match event {
            LearningEvent::Resumed { games, curve, seconds } => {
                self.games = *games;
                self.curve = curve.to_vec();
                self.earlier_seconds = *seconds;
            }
            LearningEvent::Batch { games, result } => {
                if self.search_from == Some(*games - result.games) {
                    self.recent.clear();
                    self.speed.clear();
                }
                self.games = *games;
                self.recent.push_back(**result);
                let all: u64 = self.recent.iter().map(|batch| batch.games).sum();
                if all - self.recent[0].games >= RECENT_GAMES {
                    self.recent.pop_front();
                }
                let now = Instant::now();
                self.speed.push_back((now, **result));
                while self.speed.len() > 2 && now - self.speed[1].0 > WINDOW {
                    self.speed.pop_front();
                }
            }
            LearningEvent::Point(point) => self.curve.push((*point).clone()),
            LearningEvent::Test { games, depth } => {
                (self.test_games, self.test_depth) = (Some(*games), *depth);
            }
            LearningEvent::Memory { .. } | LearningEvent::Snapshot { .. } => {}
        }
    }

    /// The seconds of learning in all sessions.
    pub fn seconds(&self) -> f64 {
        self.earlier_seconds + self.start.elapsed().as_secs_f64()
    }

    /// The last games.
    pub fn recent(&self) -> BatchResult {
        let mut all = BatchResult::default();
        for batch in &self.recent {
            all.add(batch);
        }
        all
    }

    /// The share of the last games that reached each tile from 2048 on.
    pub fn tile_shares(&self) -> Vec<(u32, f64)> {
        let recent = self.recent();
        let share = |rank: usize| {
            let reached: u64 = recent.largest_ranks[rank..].iter().sum();
            (1 << rank, reached as f64 / recent.games.max(1) as f64)
        };
        (11..16).map(share).collect()
    }

    /// The moves per second of the last batches; `None` before the second.
    pub fn moves_per_second(&self) -> Option<f64> {
        let ((since, _), (until, _)) = (self.speed.front()?, self.speed.back()?);
        let seconds = (*until - *since).as_secs_f64();
        let moves: u64 = self.speed.iter().skip(1).map(|(_, batch)| batch.moves).sum();
        (seconds > 0.0).then(|| moves as f64 / seconds)
    }

    /// Whether a search is still to come, whose speed is not known.
    pub fn is_before_search(&self) -> bool {
        self.search_from.is_some_and(|first| self.games < first)
    }

    /// The seconds that are left, or are left until the search begins, as far as games stay as
    /// long as the last ones.
    pub fn seconds_left(&self) -> Option<f64> {
        let end = self.search_from.filter(|first| self.games < *first).unwrap_or(self.total_games);
        let recent = self.recent();
        let moves = recent.moves as f64 / recent.games.max(1) as f64;
        let left = end.saturating_sub(self.games) as f64;
        Some(left * moves / self.moves_per_second()?)
    }
}
