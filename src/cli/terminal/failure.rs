//! Reporting of failures: once on standard error, and by the exit code.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use tune2048_engine::evaluate::EvaluateError;
use tune2048_files::toml_errors::{Mistakes, shortened};
use tune2048_learning::run::LearningError;
use tune2048_tuner::campaign::CampaignError;

use super::output;

/// An error in what the user has given, which needs no more than words.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadInput(pub(crate) String);

/// A failure that the output tells already.
#[derive(Debug, thiserror::Error)]
#[error("the answer is no")]
pub(crate) struct NegativeAnswer;

/// The length in bytes of a message from which its middle is left out.
const MAX_MESSAGE: usize = 8000;

const FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;
pub(crate) const INTERRUPTED: u8 = 130;

/// Prints what went wrong; returns the code to exit with.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if error.is::<output::ReaderLeft>() {
        return ExitCode::SUCCESS;
    }
    if let Some(mistakes) = mistakes(error) {
        output::eprint_styled(&mistakes.render(io::stderr().is_terminal()));
    } else if !is_interruption(error) && !error.is::<NegativeAnswer>() {
        // An interruption has been reported where it occurred, with what is saved.
        // A text that was found may be as long as its file.
        output::eprint_line(&shortened(&format!("error: {error:#}"), MAX_MESSAGE));
    }
    ExitCode::from(match error {
        _ if is_interruption(error) => INTERRUPTED,
        _ if is_bad_input(error) => BAD_INPUT,
        _ => FAILED,
    })
}

fn is_bad_input(error: &anyhow::Error) -> bool {
    mistakes(error).is_some()
        || error.is::<BadInput>()
        || error.is::<tune2048_engine::game::ParseBoardError>()
        || error.is::<tune2048_tuner::weights::export::ExportError>()
        || error.downcast_ref().is_some_and(CampaignError::is_bad_input)
        || error.downcast_ref().is_some_and(LearningError::is_bad_input)
}

fn is_interruption(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(EvaluateError::Interrupted))
        || matches!(error.downcast_ref(), Some(CampaignError::Interrupted))
        || matches!(error.downcast_ref(), Some(LearningError::Interrupted))
}

/// Returns the mistakes in a file that an error tells of.
pub(crate) fn mistakes(error: &anyhow::Error) -> Option<&Mistakes> {
    match error.downcast_ref() {
        Some(CampaignError::SearchSpace(mistakes)) => Some(mistakes),
        _ => error.downcast_ref(),
    }
}
