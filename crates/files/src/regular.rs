//! Files of a folder of ours: regular ones of a plausible size.
//!
//! A pipe would be waited for, and a device has no end.

use std::fs;
use std::path::Path;

use crate::FileError;
use crate::destination::name;
use crate::text;

/// What a small file has at most.
const TEXT_BYTES: u64 = 64 << 20;

/// What a file of rows has at most.
const TABLE_BYTES: u64 = 4 << 30;

/// Reads the text of a small file.
///
/// # Errors
/// If it cannot be read, is not UTF-8, no regular file, or above 64 MiB.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    check(path, TEXT_BYTES, "at most 64 MiB")?;
    let bytes = fs::read(path).map_err(FileError::io(path, "read"))?;
    text::of(bytes, path)
}

/// Checks that a path can be that of a file of rows; it may not exist.
///
/// # Errors
/// If it is no regular file, or above 4 GiB.
pub fn check_table(path: &Path) -> Result<(), FileError> {
    if path.exists() { check(path, TABLE_BYTES, "at most 4 GiB") } else { Ok(()) }
}

fn check(path: &Path, bytes: u64, size: &'static str) -> Result<(), FileError> {
    let about = fs::metadata(path).map_err(FileError::io(path, "read"))?;
    if !about.is_file() {
        return Err(FileError::kind(path, name(about.file_type()), "a regular file"));
    }
    if about.len() > bytes {
        return Err(FileError::kind(path, format!("{} bytes", about.len()), size));
    }
    Ok(())
}
