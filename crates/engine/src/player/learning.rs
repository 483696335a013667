//! The settings of a player that learns a network before it plays.
//!
//! Only the settings are here: the games of such a player are played by an
//! [`Evaluate`](crate::Evaluate) of another crate, which learns.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::range::{SettingsError, in_range};
use crate::tuples::{Tuple, TupleError, named_set, parse_tuples};

/// The largest number of games of a learning run: beyond, no campaign ends.
const MAX_GAMES: u64 = 1_000_000_000;

/// The largest number of test games.
const MAX_TEST_GAMES: u32 = 1_000_000;

/// The largest depth of the test games.
const MAX_DEPTH: u8 = 3;

/// Settings of a player whose every game is a learning run and a test of its network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct LearningSettings {
    /// A named set of tuples, or a list of tuples, each as the hexadecimal numbers of its cells.
    pub tuples: TupleChoice,
    /// The number of games that a network learns from.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MAX_GAMES)))]
    pub games: u64,
    /// The number of games that it is tested on.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MAX_TEST_GAMES)))]
    pub test_games: u32,
    /// The depth of expectimax in the test, 0 for none.
    #[cfg_attr(feature = "schema", schemars(range(max = MAX_DEPTH)))]
    pub depth: u8,
}

/// The tuples of a network: a set by its name, or a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

impl Default for LearningSettings {
    /// Rows, columns and squares, 5000 games, and 100 games without search.
    fn default() -> Self {
        Self {
            tuples: TupleChoice::Set("lines-and-squares".to_owned()),
            games: 5000,
            test_games: 100,
            depth: 0,
        }
    }
}

impl LearningSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        in_range("games", self.games, 1..=MAX_GAMES)?;
        in_range("test-games", self.test_games, 1..=MAX_TEST_GAMES)?;
        in_range("depth", self.depth, 0..=MAX_DEPTH)?;
        match self.tuples.parse() {
            Ok(_) => Ok(()),
            Err(error) => Err(SettingsError::of(
                "tuples",
                &self.tuples.to_string(),
                &format!("tuples of a network ({error})"),
            )),
        }
    }
}

/// Writes for example `learning from 5000 games of lines, tested on 100 without search`.
impl fmt::Display for LearningSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            tuples,
            games,
            test_games,
            depth,
        } = self;
        write!(
            formatter,
            "learning {tuples} from {games} games, tested on {test_games} "
        )?;
        match depth {
            0 => formatter.write_str("without search"),
            depth => write!(formatter, "at depth {depth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_out_of_range_is_found() {
        let sound = LearningSettings::default();
        assert_eq!(sound.check(), Ok(()));
        type Edit = fn(&mut LearningSettings);
        let edits: [(Edit, &str); 5] = [
            (|s| s.games = 0, "games: found 0"),
            (|s| s.test_games = 0, "test-games: found 0"),
            (|s| s.depth = 4, "depth: found 4"),
            (
                |s| s.tuples = TupleChoice::Set("7x9".to_owned()),
                "tuples: found 7x9",
            ),
            (
                |s| s.tuples = TupleChoice::List(vec!["0123".to_owned(), "3210".to_owned()]),
                "tuples: found 0123,3210",
            ),
        ];
        for (edit, expected) in edits {
            let mut settings = sound.clone();
            edit(&mut settings);
            let error = settings.check().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
