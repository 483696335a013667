//! Files named on the command line.

use std::path::Path;

use crate::cli::terminal::failure::BadInput;

/// Reads a file that was named on the command line.
pub(crate) fn read_file(path: &Path) -> Result<String, BadInput> {
    let problem = |error| BadInput(format!("{}: cannot read: {error}", path.display()));
    std::fs::read_to_string(path).map_err(problem)
}
