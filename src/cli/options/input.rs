//! Files named on the command line.

use std::path::Path;

use tune2048_files::text;

use crate::cli::terminal::failure::BadInput;

/// Reads a file that was named on the command line.
pub(crate) fn read_file(path: &Path) -> Result<String, BadInput> {
    text::read(path).map_err(BadInput)
}
