//! Integers of Python in the ranges of Rust's types.

use std::fmt::Display;

use tune2048_engine::evaluate::limits;

use crate::failure::{Failure, Result};

/// Takes the number of a seed or of a game.
pub(crate) fn natural(name: &str, value: i128) -> Result<u64> {
    let expected = "a whole number from 0 to 18446744073709551615";
    value.try_into().map_err(|_| Failure::unlike(name, value, expected))
}

/// Takes a number that is 1 or more, if there is one.
pub(crate) fn positive<T: TryFrom<i128>>(name: &str, value: Option<i128>) -> Result<Option<T>> {
    let read = |value: i128| {
        let number = T::try_from(value).ok().filter(|_| value > 0);
        number.ok_or_else(|| Failure::unlike(name, value, "a whole number, 1 or more"))
    };
    value.map(read).transpose()
}

/// Takes a number of games whose results are held in memory.
pub(crate) fn games(value: i128) -> Result<u64> {
    limited("games", value, limits::games(value.try_into().unwrap_or(0)))
}

/// Takes a number of threads, if there is one.
pub(crate) fn threads(value: Option<i128>) -> Result<Option<usize>> {
    let threads = |value: i128| limits::threads(value.try_into().unwrap_or(0));
    value.map(|value| limited("threads", value, threads(value))).transpose()
}

fn limited<T>(name: &str, found: impl Display, number: Result<T, String>) -> Result<T> {
    number.map_err(|expected| Failure::bad_input(format!("{name}: found {found}, {expected}")))
}
