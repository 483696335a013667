//! Integers of Python in the ranges of Rust's types.

use std::num::{NonZeroU32, NonZeroUsize};

use pyo3::prelude::*;
use pyo3::types::PyInt;
use tune2048_engine::evaluate::limits;

use crate::failure::{Failure, Result, shown};

/// Reads an integer in the range of a type.
fn integer<T: TryFrom<i128>>(value: &Bound<'_, PyAny>) -> Option<T> {
    value.extract::<i128>().ok().and_then(|number| T::try_from(number).ok())
}

/// Reads the number of a seed or of a game.
pub(crate) fn natural(name: &str, value: &Bound<'_, PyAny>) -> Result<u64> {
    let expected = "expected a whole number from 0 to 18446744073709551615";
    integer(value).ok_or_else(|| unlike(name, value, expected))
}

/// Reads a number that is 1 or more, if there is one.
pub(crate) fn positive<T: TryFrom<i128>>(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
) -> Result<Option<T>> {
    let read = |value| {
        let number = integer(value).filter(|&number: &i128| number > 0);
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| unlike(name, value, "expected a whole number, 1 or more"))
    };
    value.map(read).transpose()
}

/// Reads a number of games whose results are held in memory.
pub(crate) fn games(value: &Bound<'_, PyAny>) -> Result<NonZeroU32> {
    let number = integer(value).unwrap_or(0);
    limits::games(number).map_err(|expected| unlike("games", value, &expected))
}

/// Reads a number of threads, if there is one.
pub(crate) fn threads(value: Option<&Bound<'_, PyAny>>) -> Result<Option<NonZeroUsize>> {
    let read = |value| {
        let number = integer(value).unwrap_or(0);
        limits::threads(number).map_err(|expected| unlike("threads", value, &expected))
    };
    value.map(read).transpose()
}

fn unlike(name: &str, value: &Bound<'_, PyAny>, expected: &str) -> Failure {
    let problem = format!("{name}: found {}, {expected}", shown(value));
    // An integer of NumPy is one, too.
    match value.is_instance_of::<PyInt>() || value.extract::<i128>().is_ok() {
        true => Failure::BadInput(problem),
        false => Failure::WrongType(problem),
    }
}
