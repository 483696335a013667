//! The settings of a learning run: the file as people write it, and what it means.

mod file;
mod folder_name;
mod numbers;
mod search;
mod tuple_choice;

pub use file::{LearningFile, MethodKind, MethodTable, SearchTable};
pub use numbers::{NUMBERS, Number, NumberError};
pub use search::{SearchPhase, at_depth};
pub use tuple_choice::TupleChoice;

use tune2048_engine::tuples::{Layout, Stages};

use self::folder_name::{folder_name, is_folder_name};
use crate::batch::{Batch, Step};
use crate::evaluation::Test;

/// A setting that no run can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingFault {
    /// The path of the key.
    pub key: &'static str,
    /// Which rule is broken.
    pub message: String,
    /// What was found, and what was expected.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

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
    /// The learning rate of the first phase.
    pub learning_rate: f64,
    /// λ.
    pub lambda: f64,
    /// The number of errors that a change waits for.
    pub horizon: u32,
    /// The value of every board at first, in points.
    pub initial_value: f64,
    /// The first game that learns by temporal coherence.
    pub coherent_from: u64,
    /// The search that plays the last games, if there is one.
    pub search: Option<SearchPhase>,
    /// The network that the weights begin with, in place of the initial value.
    pub start: Option<String>,
    /// The number of games of a point of the curve.
    pub curve: u64,
    /// The number of games of the test.
    pub test_games: u32,
}

/// The most games of a batch. Between batches a run can stop, and be written; games of a batch
/// may be played in any order.
const BATCH: u64 = 500;

/// The number of points of the learning curve, if nothing is said.
const POINTS: u64 = 200;

impl LearningSpec {
    /// Checks the meaning of a file; `name` is that of a run whose file names none.
    ///
    /// # Errors
    /// All faults.
    pub fn new(file: LearningFile, name: &str) -> Result<Self, Vec<SettingFault>> {
        let mut faults = Vec::new();
        let choice = file.tuples;
        let choice = choice.unwrap_or_else(|| TupleChoice::Set("4x6".to_owned()));
        let (tuples, parsed) = (choice.to_string(), choice.parse());
        let mut fault = |key, message: &str, label: String, help: Option<&str>| {
            faults.push(SettingFault {
                key,
                message: message.to_owned(),
                label,
                help: help.map(str::to_owned),
            });
        };
        if let Some(name) = file.name.as_deref().filter(|name| !is_folder_name(name)) {
            let label = format!(
                "expected letters, digits, `-`, `_` and `.`, at most 100 and the first no `.`; \
                 found \"{}\"",
                name.escape_debug()
            );
            let help = Some("results are kept in a folder of this name");
            fault("name", "`name` cannot name a folder", label, help);
        }
        let parsed = parsed.map_err(|error| {
            fault("tuples", "no network has these tuples", error.to_string(), None);
        });
        let stages = Stages::new(&file.stages.unwrap_or_default()).map_err(|error| {
            fault("stages", "no network has these stages", error.to_string(), None);
        });
        let method = file.method.unwrap_or_default();
        let kind = method.kind;
        let is_optimistic = kind == MethodKind::OptimisticThenCoherent;
        let lambda = method.lambda.unwrap_or(0.0);
        let horizon = method.horizon.unwrap_or(if lambda == 0.0 { 1 } else { 3 });
        if lambda == 0.0 && horizon > 1 {
            let label =
                format!("found horizon = {horizon} with lambda = 0, which waits for nothing");
            let help = Some("leave `horizon` out, or set `lambda`");
            fault("method.horizon", "a horizon needs errors of later moves", label, help);
        }
        if method.fine_tuning.is_some() && !is_optimistic {
            let label = format!("found with kind = \"{}\", expected \"otd+tc\"", kind.name());
            let help = Some("leave it out, or write kind = \"otd+tc\"");
            fault("method.fine-tuning", "only `otd+tc` has a second part", label, help);
        }
        let games = file.games.unwrap_or(100_000);
        let curve = file.curve.unwrap_or_else(|| (games / POINTS).max(100).min(games));
        if curve > games {
            let label = format!("found {curve}, expected at most the {games} of `games`");
            fault("curve", "a point of the curve has more games than the run", label, None);
        }
        let share = method.fine_tuning.unwrap_or(0.1);
        let coherent_from = match kind {
            MethodKind::TemporalDifferences => games,
            MethodKind::TemporalCoherence => 0,
            // Whole points, so that each of them has one way of learning.
            MethodKind::OptimisticThenCoherent => {
                let plain = (games as f64 * (1.0 - share) / curve as f64).round();
                let points = games.div_ceil(curve);
                (plain as u64).clamp(1, (points - 1).max(1)) * curve
            }
        };
        let is_coherent = kind == MethodKind::TemporalCoherence;
        let default_rate = if is_coherent { 1.0 } else { 0.1 };
        let learning_rate = method.learning_rate.unwrap_or(default_rate);
        let search = file.search.map(|search| SearchPhase::new(search, games, kind, learning_rate));
        let coherent_games = is_optimistic.then_some(games - coherent_from.min(games));
        if let Some(search) = file.search
            && let Some(found) = search::fault(search, games, coherent_games)
        {
            faults.push(found);
        }
        let (Ok(parsed), Ok(stages), true) = (parsed, stages, faults.is_empty()) else {
            return Err(faults);
        };
        Ok(Self {
            name: file.name.unwrap_or_else(|| folder_name(name)),
            seed: file.seed.unwrap_or(1),
            games,
            tuples,
            layout: Layout::new(parsed, stages),
            method: kind,
            learning_rate,
            lambda,
            horizon,
            initial_value: method.initial_value.unwrap_or(if is_optimistic {
                320_000.0
            } else {
                0.0
            }),
            coherent_from,
            search,
            start: file.start,
            curve,
            test_games: file.test_games.unwrap_or(1000),
        })
    }

    /// How a game changes weights.
    pub fn step(&self, game: u64) -> Step {
        let is_coherent = game >= self.coherent_from;
        let is_fine_tuning = is_coherent && self.coherent_from > 0;
        if let Some(search) = self.search.filter(|search| game >= search.first) {
            return Step {
                is_coherent,
                rate: search.learning_rate as f32,
                lambda: search.lambda as f32,
                horizon: 1,
                depth: search.depth,
            };
        }
        Step {
            is_coherent,
            depth: 0,
            rate: if is_fine_tuning { 1.0 } else { self.learning_rate as f32 },
            lambda: self.lambda as f32,
            horizon: self.horizon as usize,
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
        Test { seed: self.seed, games: self.test_games, depth: self.last_depth(), threads }
    }

    /// The last game, plus one, of the point of the curve that a game belongs to. A point is
    /// played in one way.
    fn point_end(&self, game: u64) -> u64 {
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
            ("method.initial-value", self.initial_value.to_string()),
        ];
        if self.method == MethodKind::OptimisticThenCoherent {
            let share = (self.games - self.coherent_from) as f64 / self.games as f64;
            settings.push(("method.fine-tuning", share.to_string()));
        }
        if let Some(search) = self.search {
            settings.extend([
                ("search.depth", search.depth.to_string()),
                ("search.games", (self.games - search.first).to_string()),
                ("search.lambda", search.lambda.to_string()),
                ("search.learning-rate", search.learning_rate.to_string()),
            ]);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(games: u64, method: MethodTable) -> LearningSpec {
        let file =
            LearningFile { games: Some(games), method: Some(method), ..LearningFile::default() };
        LearningSpec::new(file, "my run.v2").unwrap()
    }

    #[test]
    fn fine_tuning_begins_with_a_point_of_the_curve() {
        let method =
            MethodTable { kind: MethodKind::OptimisticThenCoherent, ..MethodTable::default() };
        let spec = spec(10_450, method);
        assert_eq!((spec.curve, spec.coherent_from), (100, 9400));
        let [plain, fine] = [9399, 9400].map(|game| spec.step(game));
        assert!(!plain.is_coherent && fine.is_coherent);
        assert_eq!((plain.rate, fine.rate), (0.1, 1.0));
        assert_eq!((spec.initial_value, spec.learning_rate), (320_000.0, 0.1));
    }

    #[test]
    fn defaults_follow_the_kind_and_lambda() {
        let coherent = spec(50, MethodTable::default());
        assert_eq!([coherent.curve, coherent.games], [50, 50]);
        assert_eq!((coherent.name.as_str(), coherent.horizon), ("my-run.v2", 1));
        let step = coherent.step(0);
        assert!(step.is_coherent && coherent.step(49) == step);
        assert_eq!((step.rate, coherent.initial_value), (1.0, 0.0));
        let kind = MethodKind::TemporalDifferences;
        let lambda = Some(0.5);
        let plain = spec(1_000_000, MethodTable { kind, lambda, ..MethodTable::default() });
        assert_eq!((plain.curve, plain.horizon), (5000, 3));
        let step = plain.step(999_999);
        assert_eq!((step.is_coherent, step.rate, step.lambda), (false, 0.1, 0.5));
    }

    #[test]
    fn what_changes_no_weight_is_not_part_of_the_identity() {
        let file = |text: &str, games| LearningFile {
            name: Some(text.to_owned()),
            test_games: Some(games),
            ..LearningFile::default()
        };
        let [one, other] = [file("a", 2), file("b", 3)].map(|file| LearningSpec::new(file, ""));
        assert_eq!(one.unwrap().identity(), other.unwrap().identity());
        let seeded = LearningFile { seed: Some(2), ..file("a", 2) };
        let seeded = LearningSpec::new(seeded, "").unwrap();
        assert!(seeded.identity().contains("seed = 2"));
    }
}
