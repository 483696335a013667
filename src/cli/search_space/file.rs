//! What is asked of a search space before a command takes it.

use std::path::Path;

use tune2048_tuner::space::CampaignSpec;

use crate::cli::terminal::BadInput;

/// The parameters that `init --command` writes for those of the user's program.
pub(super) const PLACEHOLDERS: [&str; 2] = ["placeholder-tuned", "placeholder-fixed"];

/// Checks that a search space has none of the parameters that stand for the user's own.
///
/// # Errors
/// The first of them.
pub(crate) fn check_is_filled_in(path: &Path, spec: &CampaignSpec) -> Result<(), BadInput> {
    let mut parameters = spec.subject().parameters().iter();
    let found = parameters.find(|parameter| PLACEHOLDERS.contains(&&*parameter.name));
    found.map_or(Ok(()), |parameter| {
        Err(BadInput(format!(
            "{}: heuristic.command: found `{}`, expected the parameters of your program - write a \
             line for each of them, and remove both placeholders",
            path.display(),
            parameter.name
        )))
    })
}
