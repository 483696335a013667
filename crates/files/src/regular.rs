//! Files of a folder of ours: regular ones.
//!
//! A pipe would be waited for, and a device has no end.

use std::fs;
use std::path::Path;

use crate::FileError;
use crate::destination::name;
use crate::text;

/// Reads the text of a small file.
///
/// # Errors
/// If it cannot be read, is not UTF-8, or no regular file.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    check(path)?;
    let bytes = fs::read(path).map_err(FileError::io(path, "read"))?;
    text::of(bytes, path)
}

/// Reads a file of rows.
pub(crate) fn read_table(path: &Path) -> Result<Vec<u8>, FileError> {
    check_table(path)?;
    fs::read(path).map_err(FileError::io(path, "read"))
}

/// Checks that a path can be that of a file of rows; it may not exist.
pub(crate) fn check_table(path: &Path) -> Result<(), FileError> {
    if path.exists() { check(path) } else { Ok(()) }
}

fn check(path: &Path) -> Result<(), FileError> {
    let kind = fs::metadata(path).map_err(FileError::io(path, "read"))?.file_type();
    if kind.is_file() {
        return Ok(());
    }
    let (found, expected) = (name(kind).to_owned(), "a regular file");
    Err(FileError::Kind { path: path.to_owned(), found, expected })
}
