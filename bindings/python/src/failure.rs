//! Errors as exceptions, with the texts of the command line.

use pyo3::{CastError, PyErr};
use tune2048_engine::evaluate::EvaluateError;
use tune2048_engine::game::ParseBoardError;
use tune2048_engine::player::{NoDepthError, SettingsError};
use tune2048_files::toml_errors::{Mistakes, shortened};
use tune2048_tuner::campaign::CampaignError;
use tune2048_tuner::record::CheckpointError;
use tune2048_tuner::record::source::WeightsSourceError;
use tune2048_tuner::weights::export::ExportError;

pyo3::import_exception!(tune2048.errors, Tune2048Error);
pyo3::import_exception!(tune2048.errors, BadInputError);

/// The length in bytes of a message from which its middle is left out.
const MAX_MESSAGE: usize = 8000;

/// Pairs of a phrase of the command line's advice and the words of Python in its place.
const IN_PYTHON: [(&str, &str); 4] = [
    ("`tune2048 run SPACE.toml`", "Campaign.run(space)"),
    ("`tune2048 resume`", "Campaign.resume(folder)"),
    ("with --threads", "with threads="),
    ("with --out", "with folder="),
];

/// What a call from Python returns.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a call could not do what it was asked for.
pub(crate) enum Failure {
    /// The caller asked for something impossible.
    BadInput(String),
    /// Something went wrong under way.
    Failed(String),
    /// A stop was requested.
    Interrupted,
    /// Python raised an exception.
    Raised(PyErr),
}

impl Failure {
    /// A value that is not what it should be.
    pub(crate) fn unlike(name: &str, found: impl std::fmt::Display, expected: &str) -> Self {
        Self::BadInput(format!("{name}: found {found}, expected {expected}"))
    }

    fn of(error: &impl ToString, is_bad_input: bool) -> Self {
        let kind = if is_bad_input { Self::BadInput } else { Self::Failed };
        kind(error.to_string())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        let short = |message: &str| {
            let message = shortened(message, MAX_MESSAGE).into_owned();
            IN_PYTHON.iter().fold(message, |text, (given, own)| text.replace(given, own))
        };
        match failure {
            Failure::BadInput(message) => BadInputError::new_err(short(&message)),
            Failure::Failed(message) => Tune2048Error::new_err(short(&message)),
            Failure::Interrupted => pyo3::exceptions::PyKeyboardInterrupt::new_err("interrupted"),
            Failure::Raised(exception) => exception,
        }
    }
}

impl From<PyErr> for Failure {
    fn from(exception: PyErr) -> Self {
        Self::Raised(exception)
    }
}

impl From<CastError<'_, '_>> for Failure {
    fn from(error: CastError<'_, '_>) -> Self {
        Self::Raised(error.into())
    }
}

impl From<CheckpointError> for Failure {
    fn from(error: CheckpointError) -> Self {
        match error {
            CheckpointError::SearchSpace(mistakes) => mistakes.into(),
            other => Self::of(&other, other.is_bad_input()),
        }
    }
}

impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Self {
        match error {
            CampaignError::Interrupted => Self::Interrupted,
            CampaignError::CampaignSpec(mistakes) => mistakes.into(),
            CampaignError::Evaluate(error) => error.into(),
            // The options of the command line are not those of Python.
            CampaignError::Changed { path, differences, .. } => {
                let advice = "a campaign goes on with larger limits only: undo the rest, or give \
                     another folder";
                Self::of(&CampaignError::Changed { path, differences, advice }, true)
            }
            other => Self::of(&other, other.is_bad_input()),
        }
    }
}

impl From<EvaluateError> for Failure {
    fn from(error: EvaluateError) -> Self {
        match error {
            EvaluateError::Interrupted => Self::Interrupted,
            EvaluateError::Settings(error) => error.into(),
            other @ EvaluateError::Failed(_) => Self::of(&other, false),
        }
    }
}

impl From<WeightsSourceError> for Failure {
    fn from(error: WeightsSourceError) -> Self {
        match error {
            WeightsSourceError::NotFound(problem) => Self::BadInput(problem),
            WeightsSourceError::Mistakes(mistakes) => mistakes.into(),
            WeightsSourceError::Folder(error) => error.into(),
        }
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

bad_input!(ExportError, Mistakes, NoDepthError, ParseBoardError, SettingsError);
