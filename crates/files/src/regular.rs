//! Files of a folder of ours, which are regular ones.
//!
//! A pipe would be waited for, and a device has no end.

use std::fs;
use std::path::Path;

use crate::FileError;
use crate::destination::name;
use crate::text;

/// Reads the text of a file.
///
/// # Errors
/// If it cannot be read, is not UTF-8, or no regular file.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    check(path)?;
    let bytes = fs::read(path).map_err(FileError::io(path, "read"))?;
    text::of(bytes, path)
}

/// Checks that a path can be that of a file of rows; it may not exist.
///
/// # Errors
/// If it is no regular file.
pub fn check_table(path: &Path) -> Result<(), FileError> {
    if path.exists() { check(path) } else { Ok(()) }
}

fn check(path: &Path) -> Result<(), FileError> {
    let about = fs::metadata(path).map_err(FileError::io(path, "read"))?;
    match about.is_file() {
        true => Ok(()),
        false => Err(FileError::kind(path, name(about.file_type()), "a regular file")),
    }
}
