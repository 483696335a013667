//! The argument FOLDER: a campaign's folder, or the name of a campaign in `results`.

use std::convert::Infallible;
use std::path::PathBuf;

pub(crate) use tune2048_tuner::weights::source::RESULTS;
use tune2048_tuner::weights::source::campaign_folder as find;

/// Returns the folder that the user means.
pub(crate) fn campaign_folder(given: &str) -> Result<PathBuf, Infallible> {
    Ok(find(given))
}
