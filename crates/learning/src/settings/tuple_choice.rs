//! The tuples of a network, as a file names them.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tune2048_engine::tuples::{Tuple, TupleError, named_set, parse_tuples};

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
