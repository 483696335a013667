//! Errors as exceptions, with the texts of the command line.

use std::ffi::CString;

use pyo3::PyErr;
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyUserWarning};
use pyo3::prelude::*;
use tune2048_engine::evaluate::EvaluateError;
use tune2048_engine::game::ParseBoardError;
use tune2048_engine::player::SettingsError;
use tune2048_files::toml_errors::{Mistakes, shortened};
use tune2048_tuner::campaign::CampaignError;
use tune2048_tuner::weights::export::ExportError;

pyo3::import_exception!(tune2048.errors, Tune2048Error);
pyo3::import_exception!(tune2048.errors, BadInputError);

/// The length in bytes of a message from which its middle is left out.
const MAX_MESSAGE: usize = 8000;

/// Pairs of a phrase of the command line's advice and the words of Python in its place.
const IN_PYTHON: [(&str, &str); 10] = [
    ("`tune2048 run SPACE.toml`", "Campaign.run(space)"),
    ("`tune2048 run`", "Campaign.run(space)"),
    ("`tune2048 resume`", "Campaign.resume(folder)"),
    ("`tune2048 resume ", "Campaign.resume of `"),
    ("`tune2048 evaluate`", "evaluate()"),
    (
        "`evaluate`, `compare` and `export` take the folder",
        "evaluate() and Weights() take the folder",
    ),
    ("export --candidate writes it", "Campaign.candidate has it"),
    ("with --threads", "with threads="),
    ("with --out", "with folder="),
    ("or --out", "or folder="),
];

/// Returns a text of the command line with the words of Python.
pub(crate) fn in_python(text: &str) -> String {
    IN_PYTHON.iter().fold(text.to_owned(), |text, (given, own)| text.replace(given, own))
}

/// What a call from Python returns.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// The exception of a call that could not do what it was asked for.
pub(crate) struct Failure(PyErr);

impl Failure {
    /// The caller asked for something impossible.
    pub(crate) fn bad_input(message: impl ToString) -> Self {
        Self::of(&message, true)
    }

    /// A value that is not what it should be.
    pub(crate) fn unlike(name: &str, found: impl std::fmt::Display, expected: &str) -> Self {
        Self::bad_input(format!("{name}: found {found}, expected {expected}"))
    }

    /// An argument of another type.
    pub(crate) fn wrong_type(name: &str, found: &Bound<'_, PyAny>, expected: &str) -> Self {
        let found = found.repr().map_or_else(|_| "?".to_owned(), |found| found.to_string());
        let message = format!("{name}: found {found}, expected {expected}");
        Self(PyTypeError::new_err(shortened(&message, MAX_MESSAGE).into_owned()))
    }

    /// An error of the caller, or something that went wrong under way.
    pub(crate) fn of(error: &impl ToString, is_bad_input: bool) -> Self {
        let message = in_python(&shortened(&error.to_string(), MAX_MESSAGE));
        let raised = if is_bad_input { BadInputError::new_err } else { Tune2048Error::new_err };
        Self(raised(message))
    }
}

/// Warns the caller.
pub(crate) fn warn(py: Python<'_>, text: String) -> PyResult<()> {
    let text = CString::new(text)?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        failure.0
    }
}

impl From<PyErr> for Failure {
    fn from(exception: PyErr) -> Self {
        Self(exception)
    }
}

impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Self {
        match error {
            CampaignError::Interrupted => Self(PyKeyboardInterrupt::new_err("interrupted")),
            other => Self::of(&other, other.is_bad_input()),
        }
    }
}

impl From<EvaluateError> for Failure {
    fn from(error: EvaluateError) -> Self {
        CampaignError::from(error).into()
    }
}

/// Errors that are always about what the caller gave.
macro_rules! bad_input {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::of(&error, true)
            }
        })*
    };
}

bad_input!(ExportError, Mistakes, ParseBoardError, SettingsError);
