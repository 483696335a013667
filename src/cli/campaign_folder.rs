//! The argument FOLDER: a campaign's folder, or the name of a campaign in `results`.

use std::convert::Infallible;
use std::path::{Path, PathBuf};

/// The folder in which campaigns are kept by default.
pub(super) const RESULTS: &str = "results";

/// Returns the path that is given if there is anything, else the campaign of this name in
/// `results` if there is one, else the path.
pub(super) fn campaign_folder(given: &str) -> Result<PathBuf, Infallible> {
    let path = PathBuf::from(given);
    let named = Path::new(RESULTS).join(&path);
    let is_name = path.components().count() == 1 && !path.exists();
    Ok(if is_name && named.is_dir() {
        named
    } else {
        path
    })
}
