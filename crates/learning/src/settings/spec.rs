//! A valid learning run, and the games that it plays.

use tune2048_engine::tuples::Layout;

use super::file::MethodKind;
use crate::batch::Batch;
use crate::evaluation::Test;
use crate::lesson::Step;
use crate::starts::LateStarts;

/// A valid learning run.
#[derive(Clone, Debug, PartialEq)]
pub struct LearningSpec {
    /// The name of the run.
    pub name: String,
    /// The seed of all games.
    pub seed: u64,
    /// The number of games.
    pub games: u64,
    /// The name of the set of tuples, or the tuples with commas between them.
    pub tuples: String,
    /// The tuples and stages.
    pub layout: Layout,
    /// The kind of learning.
    pub method: MethodKind,
    /// The learning rate.
    pub learning_rate: f64,
    /// λ.
    pub lambda: f64,
    /// The number of errors that a change waits for.
    pub horizon: u32,
    /// The search that plays the last games, if there is one.
    pub search: Option<SearchPhase>,
    /// The late boards that games begin from, if some do.
    pub late_starts: Option<LateStarts>,
    /// The tile from which the player sees boards downgraded, if there is one.
    pub downgrade_from: Option<u32>,
    /// The network that the weights begin with, in place of zeros.
    pub start: Option<String>,
    /// The number of games of a point of the curve.
    pub curve: u64,
    /// The number of games of the test.
    pub test_games: u32,
}

/// The most games of a batch. Between batches a run can stop, and be written; games of a batch
/// may be played in any order.
const BATCH: u64 = 500;

impl LearningSpec {
    /// Whether weights learn with temporal coherence.
    pub(crate) fn is_coherent(&self) -> bool {
        self.method == MethodKind::TemporalCoherence
    }

    /// How a game changes weights.
    pub fn step(&self, game: u64) -> Step {
        let (rate, lambda, horizon, depth) = match self.search {
            Some(search) if game >= search.first => {
                (search.learning_rate, search.lambda, 1, search.depth)
            }
            _ => (self.learning_rate, self.lambda, self.horizon as usize, 0),
        };
        Step {
            is_coherent: self.is_coherent(),
            rate: rate as f32,
            lambda: lambda as f32,
            horizon,
            depth,
            downgrade_from: self.downgrade_from,
        }
    }

    /// The batch that begins with a game: none of its games belongs to the next point of the
    /// curve.
    pub(crate) fn batch(&self, first: u64, threads: usize) -> Batch {
        Batch {
            seed: self.seed,
            first,
            games: (self.point_end(first) - first).min(BATCH),
            step: self.step(first),
            threads,
        }
    }

    /// The games of the test at the end.
    pub(crate) fn test(&self, threads: usize) -> Test {
        let (depth, downgrade_from) = (self.last_depth(), self.downgrade_from);
        Test { seed: self.seed, games: self.test_games, depth, downgrade_from, threads }
    }

    /// The last game, plus one, of the point of the curve that a game belongs to. A point is
    /// played in one way.
    pub(crate) fn point_end(&self, game: u64) -> u64 {
        let end = ((game / self.curve + 1) * self.curve).min(self.games);
        match self.search {
            Some(search) if game < search.first => end.min(search.first),
            _ => end,
        }
    }

    /// Whether a point of the curve ends after so many games, at least one.
    pub(crate) fn ends_point(&self, games: u64) -> bool {
        self.point_end(games - 1) == games
    }

    /// The depth of the search at the end, 0 for none: that of the test.
    pub fn last_depth(&self) -> u8 {
        self.search.map_or(0, |search| search.depth)
    }

    /// Every setting with its value, defaults included, by its path in the file.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        let stages: Vec<String> = self.layout.stages().tiles().iter().map(u32::to_string).collect();
        let mut settings = vec![
            ("name", self.name.clone()),
            ("seed", self.seed.to_string()),
            ("games", self.games.to_string()),
            ("tuples", self.tuples.clone()),
            ("stages", if stages.is_empty() { "none".to_owned() } else { stages.join(", ") }),
            ("method.kind", self.method.name().to_owned()),
            ("method.learning-rate", self.learning_rate.to_string()),
            ("method.lambda", self.lambda.to_string()),
            ("method.horizon", self.horizon.to_string()),
        ];
        if let Some(search) = self.search {
            settings.extend([
                ("search.depth", search.depth.to_string()),
                ("search.games", (self.games - search.first).to_string()),
                ("search.lambda", search.lambda.to_string()),
                ("search.learning-rate", search.learning_rate.to_string()),
            ]);
        }
        if let Some(late) = self.late_starts {
            settings.push(("starts.share", late.share.to_string()));
            settings.push(("starts.from", late.from.to_string()));
        }
        if let Some(tile) = self.downgrade_from {
            settings.push(("downgrade-from", tile.to_string()));
        }
        if let Some(start) = &self.start {
            settings.push(("start", start.clone()));
        }
        settings.push(("curve", self.curve.to_string()));
        settings.push(("test-games", self.test_games.to_string()));
        settings
    }

    /// What decides every byte of the run, as text.
    pub(crate) fn identity(&self) -> String {
        let settings = self.settings();
        let lines = settings.iter().filter(|(key, _)| *key != "name" && *key != "test-games");
        lines.map(|(key, value)| format!("{key} = {value}\n")).collect()
    }
}

/// The games of a run that a search plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchPhase {
    /// The depth, at least 1.
    pub depth: u8,
    /// The first game that the search plays.
    pub first: u64,
    /// λ of the returns.
    pub lambda: f64,
    /// The learning rate.
    pub learning_rate: f64,
}

/// A depth in words: `at depth 1`, or `without search` for 0.
pub fn at_depth(depth: u8) -> String {
    match depth {
        0 => "without search".to_owned(),
        depth => format!("at depth {depth}"),
    }
}
