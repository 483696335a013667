//! Reading a journal: its rows, and the values that a caller makes of them.

use std::path::{Path, PathBuf};

use super::row::{Columns, Row};
use crate::FileError;
use crate::regular::read_table;

/// What a journal contains.
#[derive(Clone, Debug)]
pub struct Contents {
    pub(crate) path: PathBuf,
    /// The rows in the order of the file; row i stands in line i + 2.
    pub rows: Vec<Row>,
    /// Whether the last line was cut short and left out.
    pub torn: bool,
    /// The offsets in bytes at which the header and each row end; empty if the
    /// header itself was cut short.
    pub(super) ends: Vec<u64>,
}

/// Reads a journal.
///
/// A last line without its end was being written when the process died: it is
/// left out. Any other damage is an error.
///
/// # Errors
/// If the file cannot be read, has other columns, or is damaged before its last line.
pub fn read(path: &Path, columns: &Columns) -> Result<Contents, FileError> {
    parse(path, columns, &read_table(path)?)
}

/// Reads a journal, or returns contents without rows where there is no file.
///
/// # Errors
/// As [`read`].
pub fn read_if_present(path: &Path, columns: &Columns) -> Result<Contents, FileError> {
    if path.exists() { read(path, columns) } else { parse(path, columns, &[]) }
}

fn parse(path: &Path, columns: &Columns, bytes: &[u8]) -> Result<Contents, FileError> {
    let sound = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut lines = bytes[..sound].split_inclusive(|&byte| byte == b'\n');
    let mut end = 0;
    let ends = lines.clone().map(|line| {
        end += line.len() as u64;
        end
    });
    let ends = ends.collect();
    let expected = columns.header();
    // A text without a line end may be a header cut short, or a foreign file.
    let header = lines.next().unwrap_or(bytes);
    if header != expected && (sound > 0 || !expected.starts_with(header)) {
        let found = String::from_utf8_lossy(header).trim_end().to_owned();
        let expected = String::from_utf8_lossy(&expected).trim_end().to_owned();
        let problem = format!("wrong columns: found {found:?}, expected {expected:?}");
        return Err(FileError::damaged(path, 1, problem));
    }
    let rows = lines
        .enumerate()
        .map(|(index, line)| {
            Row::parse(line, columns)
                .map_err(|problem| FileError::damaged(path, index + 2, problem))
        })
        .collect::<Result<_, _>>()?;
    Ok(Contents { path: path.to_owned(), rows, torn: sound < bytes.len(), ends })
}
