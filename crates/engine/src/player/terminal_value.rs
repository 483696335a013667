//! The value of a position without a legal move, as in files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::range::{SettingsError, in_range};
use crate::heuristic::TerminalEvaluation;

/// The largest magnitude of a terminal value.
const MAX_TERMINAL_VALUE: f64 = 1e30;

/// The value of a position without a legal move inside a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TerminalValue {
    /// A number between -1e30 and 1e30.
    Number(#[schemars(range(min = -MAX_TERMINAL_VALUE, max = MAX_TERMINAL_VALUE))] f64),
    /// The heuristic's own value of the board.
    Static(StaticValue),
}

impl TerminalValue {
    /// The value on the scale of tables, which leave out an offset.
    pub(super) fn without_offset(self, offset: f64) -> TerminalEvaluation {
        match self {
            Self::Number(value) => TerminalEvaluation::Fixed((value - offset) as f32),
            Self::Static(_) => TerminalEvaluation::Static,
        }
    }

    pub(super) fn check(self) -> Result<(), SettingsError> {
        match self {
            Self::Number(value) => {
                in_range("dead-value", value, -MAX_TERMINAL_VALUE..=MAX_TERMINAL_VALUE)
            }
            Self::Static(_) => Ok(()),
        }
    }
}

/// The word for the heuristic's own value of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StaticValue {
    /// The heuristic's own value of the board.
    Static,
}
