//! The file of a learning run, as people write it, and the numbers of it that a campaign can tune.

use std::fmt;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tune2048_engine::tuples::{Tuple, TupleError, named_set, parse_tuples};

/// The number of points of the learning curve, if nothing is said.
const POINTS: u64 = 200;

/// How a network learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(title = "tune2048 learning run", extend("$id" = "urn:tune2048:learning"))]
pub struct LearningFile {
    /// The name of the run and of its folder under `networks/`: letters, digits, `-`, `_` and `.`, not starting with `.`. Default that of the file.
    #[schemars(length(min = 1, max = 100), regex(pattern = "^[A-Za-z0-9_-][A-Za-z0-9_.-]*$"))]
    pub name: Option<String>,
    /// The seed of all games.
    #[schemars(range(max = 9_223_372_036_854_775_807_u64))]
    pub seed: u64,
    /// The number of games to learn from.
    #[schemars(range(min = 1, max = 1_000_000_000_000_u64))]
    pub games: u64,
    /// A named set of tuples, or a list.
    pub tuples: TupleChoice,
    /// Tiles in ascending order: from each of them on, boards have weights of their own.
    #[schemars(inner(range(min = 2, max = 32_768)))]
    pub stages: Vec<u32>,
    /// The rule by which games change weights.
    pub method: Method,
    /// The search that plays the last games. Default none.
    pub search: Option<Search>,
    /// The tile from which the player sees boards with their larger tiles halved.
    #[schemars(range(min = 4, max = 32_768))]
    pub downgrade_from: Option<u32>,
    /// The network or the folder of a run that the weights begin with. Default zeros.
    pub start: Option<String>,
    /// The number of games of a point of the learning curve. Default a 200th of the games, at least 100.
    #[schemars(range(min = 1, max = 1_000_000_000_u64))]
    pub curve: Option<u64>,
    /// The number of games of the test at the end, searched as the last games of learning are.
    #[schemars(range(min = 2, max = 10_000_000))]
    pub test_games: u32,
}

impl Default for LearningFile {
    fn default() -> Self {
        Self {
            name: None,
            seed: 1,
            games: 100_000,
            tuples: TupleChoice::Set("4x6".to_owned()),
            stages: Vec::new(),
            method: Method::default(),
            search: None,
            downgrade_from: None,
            start: None,
            curve: None,
            test_games: 1000,
        }
    }
}

impl LearningFile {
    /// The games of a point of the learning curve.
    pub fn point_games(&self) -> u64 {
        self.curve.unwrap_or_else(|| (self.games / POINTS).max(100).min(self.games))
    }

    /// The games at the end that a search plays.
    pub fn searched_games(&self) -> u64 {
        self.search.map_or(0, |search| search.games.unwrap_or((self.games / 10).max(1)))
    }

    /// The share of an error that a change corrects in the games of a search.
    pub(super) fn search_rate(&self, search: Search) -> f64 {
        search.learning_rate.unwrap_or(match self.method.kind {
            MethodKind::TemporalDifferences => self.method.rate(),
            MethodKind::TemporalCoherence => 1.0,
        })
    }

    /// The file with its defaults written out.
    pub(super) fn completed(&self, name: &str) -> Self {
        let (rate, horizon) = (self.method.rate(), self.method.horizon());
        let search = |search: Search| Search {
            games: Some(self.searched_games()),
            learning_rate: Some(self.search_rate(search)),
            ..search
        };
        Self {
            name: Some(name.to_owned()),
            method: Method { learning_rate: Some(rate), horizon: Some(horizon), ..self.method },
            search: self.search.map(search),
            curve: Some(self.point_games()),
            ..self.clone()
        }
    }
}

/// A kind of learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum MethodKind {
    /// Temporal differences with one learning rate.
    #[serde(rename = "td")]
    TemporalDifferences,
    /// Temporal coherence: each weight has a learning rate of its own.
    #[default]
    #[serde(rename = "tc")]
    TemporalCoherence,
}

impl MethodKind {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::TemporalDifferences => "td",
            Self::TemporalCoherence => "tc",
        }
    }
}

/// The rule by which games change weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Method {
    /// The kind of learning.
    pub kind: MethodKind,
    /// The share of an error that a change corrects. Default 0.1 with `td`, 1 with `tc`.
    #[schemars(range(max = 1000), extend("exclusiveMinimum" = 0))]
    pub learning_rate: Option<f64>,
    /// The share that the error of each later move counts, relative to the move before it.
    #[schemars(range(min = 0, max = 1))]
    pub lambda: f64,
    /// The number of moves whose errors a change waits for. Default 1 if lambda is 0, else 3.
    #[schemars(range(min = 1, max = 16))]
    pub horizon: Option<u32>,
}

impl Method {
    /// The share of an error that a change corrects.
    pub(super) fn rate(&self) -> f64 {
        self.learning_rate.unwrap_or(match self.kind {
            MethodKind::TemporalDifferences => 0.1,
            MethodKind::TemporalCoherence => 1.0,
        })
    }

    /// The number of moves whose errors a change waits for.
    pub(super) fn horizon(&self) -> u32 {
        self.horizon.unwrap_or(if self.lambda == 0.0 { 1 } else { 3 })
    }
}

/// The search that plays the last games of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Search {
    /// The depth of the search.
    #[schemars(range(min = 1, max = 3))]
    pub depth: u8,
    /// The number of games at the end that the search plays. Default a tenth of the games.
    #[schemars(range(min = 1, max = 1_000_000_000_000_u64))]
    pub games: Option<u64>,
    /// λ of the returns that the games are learned from: 0 trusts the value of the next board, 1 the score of the game.
    #[schemars(range(min = 0, max = 1))]
    pub lambda: f64,
    /// The share of an error that a change corrects. Default 1 with `tc`, with `td` that of the method.
    #[schemars(range(max = 1000), extend("exclusiveMinimum" = 0))]
    pub learning_rate: Option<f64>,
}

impl Default for Search {
    fn default() -> Self {
        Self { depth: 1, games: None, lambda: 0.5, learning_rate: None }
    }
}

/// The tuples of a network: a set by its name, or a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TupleChoice {
    /// The name of a set.
    Set(String),
    /// A list of tuples.
    List(Vec<String>),
}

impl TupleChoice {
    /// The tuples.
    ///
    /// # Errors
    /// If there is no such set, or a tuple is malformed or comes twice.
    pub fn parse(&self) -> Result<Vec<Tuple>, TupleError> {
        match self {
            Self::Set(name) => named_set(name),
            Self::List(texts) => parse_tuples(texts),
        }
    }
}

/// Writes the name, or the tuples with commas between them.
impl fmt::Display for TupleChoice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set(name) => formatter.write_str(name),
            Self::List(texts) => formatter.write_str(&texts.join(",")),
        }
    }
}

/// A number by its name, with the values that a learning run can have.
type Number = (&'static str, RangeInclusive<f64>, fn(&mut Method, f64));

/// All numbers. One that a request leaves out is that of the file.
static NUMBERS: [Number; 3] = [
    ("learning-rate", 1e-6..=1000.0, |method, value| method.learning_rate = Some(value)),
    ("lambda", 0.0..=1.0, |method, value| method.lambda = value),
    ("horizon", 1.0..=16.0, |method, value| method.horizon = Some(value.round() as u32)),
];

impl LearningFile {
    /// The file with these numbers, by name, in place of its own.
    ///
    /// # Errors
    /// The first number that no learning run can have, in words.
    pub fn with_numbers<'n>(
        mut self,
        numbers: impl IntoIterator<Item = (&'n str, f64)>,
    ) -> Result<Self, String> {
        for (name, found) in numbers {
            let number = NUMBERS.iter().find(|(known, ..)| *known == name);
            let (_, limits, set) = number.ok_or_else(|| {
                let names = NUMBERS.each_ref().map(|(name, ..)| *name).join(", ");
                format!("found a number `{name}`, expected one of {names}")
            })?;
            if !limits.contains(&found) {
                let (low, high) = (limits.start(), limits.end());
                return Err(format!("{name}: found {found}, expected {low} to {high}"));
            }
            set(&mut self.method, found);
        }
        if self.method.lambda <= 0.0 {
            self.method.horizon = None;
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(numbers: &[(&'static str, f64)]) -> Result<LearningFile, String> {
        LearningFile::default().with_numbers(numbers.iter().copied())
    }

    #[test]
    fn horizons_are_rounded_and_left_out_where_they_have_no_effect() {
        let horizon = |numbers: &[_]| with(numbers).unwrap().method.horizon;
        assert_eq!(horizon(&[("lambda", 0.25), ("horizon", 2.6)]), Some(3));
        assert_eq!(horizon(&[("horizon", 3.0), ("lambda", 0.0)]), None);
    }
}
