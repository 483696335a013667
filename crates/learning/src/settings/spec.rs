//! A valid learning run: what its file may not say, and the games that it plays.

use serde_json::{Value, json};
use tune2048_engine::player::rank_of;
use tune2048_engine::tuples::{Layout, Stages};
use tune2048_files::folder_name;
use tune2048_files::toml_errors::Mistake;

use super::file::{LearningFile, Method, MethodKind, TupleChoice};
use crate::batch::Batch;
use crate::lesson::Step;

/// A valid learning run.
#[derive(Clone, Debug, PartialEq)]
pub struct LearningSpec {
    /// The name of the run.
    pub name: String,
    /// What its file says.
    pub file: LearningFile,
    /// The tuples and stages.
    pub layout: Layout,
}

/// The most games of a batch. Between batches a run can stop, and be written; games of a batch
/// may be played in any order.
const BATCH: u64 = 500;

impl LearningSpec {
    /// Checks what no type rules out; `name` is that of a run whose file names none.
    ///
    /// # Errors
    /// All mistakes, each after the path of its key and without a span.
    pub fn new(file: LearningFile, name: &str) -> Result<Self, Vec<(String, Mistake)>> {
        let mut faults = Vec::new();
        let mut fault = |key: &str, mistake: Mistake| faults.push((key.to_owned(), mistake));
        if let Some(mistake) = file.name.as_deref().and_then(folder_name::mistake_of) {
            fault("name", mistake);
        }
        let tuples = file.tuples.parse().map_err(|error| {
            fault("tuples", mistake("no network has these tuples", error.to_string()));
        });
        let stages = Stages::new(&file.stages).map_err(|error| {
            fault("stages", mistake("no network has these stages", error.to_string()));
        });
        let Method { lambda, horizon, .. } = file.method;
        if let Some(horizon) = horizon.filter(|&horizon| lambda == 0.0 && horizon > 1) {
            let found =
                format!("found horizon = {horizon} with lambda = 0, which waits for nothing");
            let mistake = mistake("a horizon needs errors of later moves", found);
            fault("method.horizon", mistake.help("leave `horizon` out, or set `lambda`"));
        }
        for (key, found, message) in [
            ("curve", file.point_games(), "a point of the curve has more games than the run"),
            ("search.games", file.searched_games(), "the search has more games than the run"),
        ] {
            let expected = file.games;
            if found > expected {
                let label = format!("found {found}, expected at most the {expected} of `games`");
                fault(key, mistake(message, label));
            }
        }
        if let Some(tile) = file.downgrade_from.filter(|&tile| rank_of(tile).is_none()) {
            let label = format!("found {tile}, expected a power of two");
            fault("downgrade-from", mistake("no tile has this number", label));
        }
        match (tuples, stages) {
            (Ok(tuples), Ok(stages)) if faults.is_empty() => Ok(Self {
                name: file.name.clone().unwrap_or_else(|| folder_name(name)),
                layout: Layout::new(tuples, stages),
                file,
            }),
            _ => Err(faults),
        }
    }

    /// Whether weights learn with temporal coherence.
    pub(crate) fn is_coherent(&self) -> bool {
        self.file.method.kind == MethodKind::TemporalCoherence
    }

    /// The first game that a search plays; without one the number of games.
    pub fn first_searched(&self) -> u64 {
        self.file.games - self.file.searched_games()
    }

    /// How a game changes weights.
    pub fn step(&self, game: u64) -> Step {
        let LearningFile { method, search, downgrade_from, .. } = &self.file;
        let (rate, lambda, horizon, depth) = match *search {
            Some(search) if game >= self.first_searched() => {
                (self.file.search_rate(search), search.lambda, 1, search.depth)
            }
            _ => (method.rate(), method.lambda, method.horizon() as usize, 0),
        };
        Step {
            is_coherent: self.is_coherent(),
            rate: rate as f32,
            lambda: lambda as f32,
            horizon,
            depth,
            downgrade_from: *downgrade_from,
        }
    }

    /// The batch that begins with a game: none of its games belongs to the next point of the
    /// curve.
    pub(crate) fn batch(&self, first: u64, threads: usize) -> Batch {
        Batch {
            seed: self.file.seed,
            first,
            games: (self.point_end(first) - first).min(BATCH),
            step: self.step(first),
            threads,
        }
    }

    /// The last game, plus one, of the point of the curve that a game belongs to. A point is
    /// played in one way.
    pub(crate) fn point_end(&self, game: u64) -> u64 {
        let (each, search) = (self.file.point_games(), self.first_searched());
        let end = ((game / each + 1) * each).min(self.file.games);
        if game < search { end.min(search) } else { end }
    }

    /// The depth of the search at the end, 0 for none: that of the test.
    pub fn last_depth(&self) -> u8 {
        self.file.search.map_or(0, |search| search.depth)
    }

    /// Every setting with its value, defaults included, by its path in the file.
    pub fn settings(&self) -> Vec<(String, String)> {
        let file = LearningFile {
            // A set and a list have the same form.
            tuples: TupleChoice::Set(self.file.tuples.to_string()),
            ..self.file.completed(&self.name)
        };
        let mut settings = Vec::new();
        add_settings("", &json!(file), &mut settings);
        settings
    }

    /// What decides every byte of the run, as text.
    pub(crate) fn identity(&self) -> String {
        let settings = self.settings();
        let lines = settings.iter().filter(|(key, _)| key != "name" && key != "test-games");
        lines.map(|(key, value)| format!("{key} = {value}\n")).collect()
    }
}

fn mistake(message: &str, label: String) -> Mistake {
    Mistake::new(0..0, message, label)
}

/// Adds what a value of the file says, and each key of a table by its path.
fn add_settings(path: &str, value: &Value, settings: &mut Vec<(String, String)>) {
    let text = match value {
        Value::Null => return,
        Value::Object(table) => {
            let dot = if path.is_empty() { "" } else { "." };
            for (key, value) in table {
                add_settings(&format!("{path}{dot}{key}"), value, settings);
            }
            return;
        }
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        // A whole number has no decimals.
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or(0.0).to_string(),
        other => other.to_string(),
    };
    settings.push((path.to_owned(), text));
}

/// A name with everything replaced that no folder should have in its own.
fn folder_name(name: &str) -> String {
    let plain = |c: char| if folder_name::is_plain(c) { c } else { '-' };
    let name: String = name.chars().take(100).map(plain).collect();
    match name.trim_start_matches('.') {
        "" => "network".to_owned(),
        name => name.to_owned(),
    }
}

/// A depth in words: `at depth 1`, or `without search` for 0.
pub fn at_depth(depth: u8) -> String {
    match depth {
        0 => "without search".to_owned(),
        depth => format!("at depth {depth}"),
    }
}
