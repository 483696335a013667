//! Ranges of numbers and the value of a dead board, which the settings of several players have.

use std::fmt;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest depth of a search.
pub(super) const MAX_DEPTH: u8 = 8;

/// The largest magnitude of a terminal value.
pub(super) const MAX_TERMINAL_VALUE: f64 = 1e30;

/// A setting of a player is out of its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{setting}: found {found}, expected {expected}")]
pub struct SettingsError {
    /// The name of the player and a colon, or nothing.
    place: String,
    /// The setting by its key in files.
    pub setting: &'static str,
    /// The value that was found.
    pub found: String,
    /// The values that are possible.
    pub expected: String,
}

impl SettingsError {
    /// A setting with a value that is not possible.
    pub fn of(setting: &'static str, found: &str, expected: &str) -> Self {
        let (place, found, expected) = (String::new(), found.to_owned(), expected.to_owned());
        Self { place, setting, found, expected }
    }

    /// A depth for a player that does not search to one; `option` names the depth.
    pub fn no_depth(option: &'static str, player: &impl fmt::Display) -> Self {
        let expected = "one that searches to a depth - leave the option out";
        Self::of(option, &format!("the player {player}"), expected)
    }

    /// The error with the name of the player.
    #[must_use]
    pub fn in_player(self, player: &str) -> Self {
        Self { place: format!("{player}: "), ..self }
    }
}

/// Checks a setting; NaN is in no range.
///
/// # Errors
/// If the number is outside of the range.
pub fn in_range<N: PartialOrd + fmt::Display>(
    setting: &'static str,
    found: N,
    range: RangeInclusive<N>,
) -> Result<(), SettingsError> {
    if range.contains(&found) {
        return Ok(());
    }
    let expected = format!("{} to {}", range.start(), range.end());
    Err(SettingsError::of(setting, &found.to_string(), &expected))
}

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
    /// The number on the scale of tables, which leave out an offset; `None` for the heuristic's own.
    pub(super) fn without_offset(self, offset: f64) -> Option<f32> {
        match self {
            Self::Number(value) => Some((value - offset) as f32),
            Self::Static(_) => None,
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
