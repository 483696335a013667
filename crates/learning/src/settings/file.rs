//! The file of a learning run, as people write it.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tune2048_engine::tuples::{Tuple, TupleError, named_set, parse_tuples};

use crate::starts::LateStarts;

/// How a network learns.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(title = "tune2048 learning run", extend("$id" = "urn:tune2048:learning"))]
pub struct LearningFile {
    /// The name of the run and of its folder under `networks/`: letters, digits, `-`, `_` and `.`, not starting with `.`. Default that of the file.
    #[schemars(length(min = 1, max = 100), regex(pattern = "^[A-Za-z0-9_-][A-Za-z0-9_.-]*$"))]
    pub name: Option<String>,
    /// The seed of all games. Default 1.
    #[schemars(range(max = 9_223_372_036_854_775_807_u64))]
    pub seed: Option<u64>,
    /// The number of games to learn from. Default 100000.
    #[schemars(range(min = 1, max = 1_000_000_000_000_u64))]
    pub games: Option<u64>,
    /// A named set of tuples, or a list of tuples. Default `4x6`.
    pub tuples: Option<TupleChoice>,
    /// Tiles in ascending order: from each of them on, boards have weights of their own.
    #[schemars(inner(range(min = 2, max = 32_768)))]
    pub stages: Option<Vec<u32>>,
    /// The rule by which games change weights.
    pub method: Option<MethodTable>,
    /// The search that plays the last games. Default none: no search.
    pub search: Option<SearchTable>,
    /// Late boards that a share of the games begins from.
    pub starts: Option<LateStarts>,
    /// The tile from which the player sees boards with their larger tiles halved.
    #[schemars(range(min = 4, max = 32_768))]
    pub downgrade_from: Option<u32>,
    /// The network or the folder of a run that the weights begin with. Default zeros.
    pub start: Option<String>,
    /// The number of games of a point of the learning curve. Default a 200th of the games, at least 100.
    #[schemars(range(min = 1, max = 1_000_000_000_u64))]
    pub curve: Option<u64>,
    /// The number of games of the test at the end, searched as the last games of learning are. Default 1000.
    #[schemars(range(min = 2, max = 10_000_000))]
    pub test_games: Option<u32>,
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
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Method")]
pub struct MethodTable {
    /// The kind of learning.
    pub kind: MethodKind,
    /// The share of an error that a change corrects. Default 0.1 with `td`, 1 with `tc`.
    #[schemars(range(max = 1000), extend("exclusiveMinimum" = 0))]
    pub learning_rate: Option<f64>,
    /// The share that the error of each later move counts, relative to the move before it. Default 0.
    #[schemars(range(min = 0, max = 1))]
    pub lambda: Option<f64>,
    /// The number of moves whose errors a change waits for. Default 1 if lambda is 0, else 3.
    #[schemars(range(min = 1, max = 16))]
    pub horizon: Option<u32>,
}

/// The search that plays the last games of a run.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Search")]
pub struct SearchTable {
    /// The depth of the search. Default 1.
    #[schemars(range(min = 1, max = 3))]
    pub depth: Option<u8>,
    /// The number of games at the end that the search plays. Default a tenth of the games.
    #[schemars(range(min = 1, max = 1_000_000_000_000_u64))]
    pub games: Option<u64>,
    /// λ of the returns that the games are learned from: 0 trusts the value of the next board, 1 the score of the game. Default 0.5.
    #[schemars(range(min = 0, max = 1))]
    pub lambda: Option<f64>,
    /// The share of an error that a change corrects. Default 1 with `tc`, with `td` that of the method.
    #[schemars(range(max = 1000), extend("exclusiveMinimum" = 0))]
    pub learning_rate: Option<f64>,
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
