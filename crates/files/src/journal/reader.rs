//! Reading a journal.

use std::path::Path;

use super::row::{Columns, Row};
use crate::FileError;
use crate::regular::read_table;

/// What a journal contains.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The rows in the order of the file; row i stands in line i + 2.
    pub rows: Vec<Row>,
    /// Whether the last line was cut short and left out.
    pub torn: bool,
    /// The columns, of which the file may lack newer ones.
    pub(crate) columns: Columns,
    /// The offsets in bytes at which the header and each row end; empty if the
    /// header itself was cut short.
    pub(crate) ends: Vec<u64>,
}

/// Reads a journal; one without rows where there is no file.
///
/// A last line without its end was being written when the process died: it is
/// left out. Any other damage is an error.
///
/// # Errors
/// If the file cannot be read, has other columns, or is damaged before its last line.
pub fn read(path: &Path, columns: &Columns) -> Result<Contents, FileError> {
    let bytes = if path.exists() { read_table(path)? } else { Vec::new() };
    let sound = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut lines = bytes[..sound].split_inclusive(|&byte| byte == b'\n');
    let mut end = 0;
    let ends = lines.clone().map(|line| {
        end += line.len() as u64;
        end
    });
    let ends = ends.collect();
    // A text without a line end may be a header cut short, or a foreign file.
    let header = lines.next().unwrap_or(&bytes);
    let (whole, found) = (columns.of_new_file(), columns.of_file(header));
    let is_cut_short =
        sound == 0 && [&whole, &found].iter().any(|columns| columns.header().starts_with(header));
    if header != found.header() && !is_cut_short {
        let expected = String::from_utf8_lossy(&whole.header()).trim_end().to_owned();
        let found = String::from_utf8_lossy(header).trim_end().to_owned();
        let problem = format!("wrong columns: found {found:?}, expected {expected:?}");
        return Err(FileError::damaged(path, 1, problem));
    }
    let columns = if sound == 0 { whole } else { found };
    let rows = lines
        .enumerate()
        .map(|(index, line)| {
            Row::parse(line, &columns)
                .map_err(|problem| FileError::damaged(path, index + 2, problem))
        })
        .collect::<Result<_, _>>()?;
    Ok(Contents { rows, torn: sound < bytes.len(), columns, ends })
}
