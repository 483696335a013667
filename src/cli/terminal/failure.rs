//! Reporting of failures: once on standard error, and by the exit code.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use tune2048_engine::evaluate::EvaluateError;
use tune2048_files::toml_errors::{Mistakes, shortened};
use tune2048_learning::run::LearningError;
use tune2048_tuner::campaign::CampaignError;
use tune2048_tuner::record::CheckpointError;
use tune2048_tuner::studies::compare::CompareError;
use tune2048_tuner::studies::tournament::TournamentError;

use super::output;

/// An error in what the user has given.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadInput(pub(crate) String);

/// A failure that the output tells already.
#[derive(Debug, thiserror::Error)]
#[error("the answer is no")]
pub(crate) struct Silent;

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
        let styled = io::stderr().is_terminal();
        output::eprint_line(&mistakes.render(styled));
    } else if !is_interruption(error) && !error.is::<Silent>() {
        // An interruption has been reported where it occurred, with what is saved.
        // A text that was found may be as long as its file.
        let message = format!("error: {error:#}");
        output::eprint_line(&shortened(&message, MAX_MESSAGE));
    }
    ExitCode::from(code(error))
}

fn code(error: &anyhow::Error) -> u8 {
    if is_interruption(error) {
        INTERRUPTED
    } else if is_bad_input(error) {
        BAD_INPUT
    } else {
        FAILED
    }
}

fn is_bad_input(error: &anyhow::Error) -> bool {
    let campaign = error.downcast_ref::<CampaignError>();
    let checkpoint = error.downcast_ref::<CheckpointError>();
    let comparison = error.downcast_ref::<CompareError>();
    let learning = error.downcast_ref::<LearningError>();
    mistakes(error).is_some()
        || error.is::<BadInput>()
        || error.is::<tune2048_engine::game::ParseBoardError>()
        || error.is::<tune2048_tuner::weights::export::ExportError>()
        || campaign.is_some_and(CampaignError::is_bad_input)
        || checkpoint.is_some_and(CheckpointError::is_bad_input)
        || learning.is_some_and(LearningError::is_bad_input)
        || comparison.is_some_and(CompareError::is_bad_input)
        || tournament(error).is_some_and(TournamentError::is_bad_input)
}

fn is_interruption(error: &anyhow::Error) -> bool {
    const INTERRUPTED: EvaluateError = EvaluateError::Interrupted;
    matches!(error.downcast_ref(), Some(&INTERRUPTED))
        || matches!(tournament(error), Some(TournamentError::Evaluate(INTERRUPTED)))
        || matches!(error.downcast_ref(), Some(CampaignError::Interrupted))
        || matches!(error.downcast_ref(), Some(LearningError::Interrupted))
        || matches!(error.downcast_ref(), Some(CompareError::Evaluate(INTERRUPTED)))
}

fn tournament(error: &anyhow::Error) -> Option<&TournamentError> {
    error.downcast_ref()
}

fn mistakes(error: &anyhow::Error) -> Option<&Mistakes> {
    match error.downcast_ref::<CampaignError>() {
        Some(CampaignError::CampaignSpec(mistakes)) => Some(mistakes),
        _ => error.downcast_ref::<Mistakes>(),
    }
}
