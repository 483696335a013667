//! Reading a journal: its rows, and the values that a caller makes of them.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use super::row::{Columns, Row};
use crate::FileError;
use crate::regular::read_table;

/// What a journal contains.
#[derive(Clone, Debug)]
pub struct Contents {
    path: PathBuf,
    columns: Columns,
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
    Ok(Contents {
        path: path.to_owned(),
        columns: columns.clone(),
        rows,
        torn: sound < bytes.len(),
        ends,
    })
}

impl Contents {
    /// Makes a value of each row. `decode` is given the fields of a row and
    /// the values of the rows before it, and returns what was found and what
    /// was expected if the row cannot stand there.
    ///
    /// # Errors
    /// The first row that `decode` refuses.
    pub fn decode<T>(
        &self,
        mut decode: impl FnMut(&mut Fields<'_>, &[T]) -> Result<T, String>,
    ) -> Result<Vec<T>, FileError> {
        let mut values = Vec::with_capacity(self.rows.len());
        for (index, row) in self.rows.iter().enumerate() {
            let mut fields = Fields { row, columns: &self.columns, next: 0, next_time: 0 };
            let value = decode(&mut fields, &values)
                .map_err(|problem| FileError::damaged(&self.path, index + 2, problem))?;
            values.push(value);
        }
        Ok(values)
    }
}

/// Reads the fields of a row one after the other.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    row: &'a Row,
    columns: &'a Columns,
    next: usize,
    next_time: usize,
}

impl<'a> Fields<'a> {
    /// The text of the next field.
    ///
    /// # Panics
    /// If there is no field left.
    pub fn text(&mut self) -> &'a str {
        self.next += 1;
        &self.row.fixed[self.next - 1]
    }

    /// The number in the next field.
    ///
    /// # Errors
    /// If the field is not such a number.
    pub fn number<T: FromStr>(&mut self) -> Result<T, String> {
        self.text().parse().map_err(|_| self.unlike("a number"))
    }

    /// The number in the next column of times.
    ///
    /// # Errors
    /// If the field is not such a number.
    pub fn time<T: FromStr>(&mut self) -> Result<T, String> {
        self.next_time += 1;
        let text = &self.row.times[self.next_time - 1];
        text.parse().map_err(|_| self.time_unlike("a number"))
    }

    /// The seconds in the next column of times.
    ///
    /// # Errors
    /// If the field is not a duration in seconds.
    pub fn seconds(&mut self) -> Result<f64, String> {
        let seconds: f64 = self.time()?;
        let duration = Duration::try_from_secs_f64(seconds);
        duration.map_err(|_| self.time_unlike("a number of seconds, at least 0"))?;
        Ok(seconds)
    }

    /// The message that the field which was read last is not what it should be.
    pub fn unlike(&self, expected: &str) -> String {
        let place = self.next - 1;
        unlike(&self.columns.fixed[place], &self.row.fixed[place], expected)
    }

    fn time_unlike(&self, expected: &str) -> String {
        let place = self.next_time - 1;
        unlike(&self.columns.times[place], &self.row.times[place], expected)
    }
}

fn unlike(name: &str, text: &str, expected: &str) -> String {
    format!("{name}: found {text:?}, expected {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_is_no_duration_is_refused() {
        let columns = Columns { times: vec!["time_seconds".to_owned()], ..Columns::default() };
        let seconds = |text: &str| {
            let row = Row { fixed: Vec::new(), times: vec![text.to_owned()] };
            let mut fields = Fields { row: &row, columns: &columns, next: 0, next_time: 0 };
            fields.seconds()
        };
        assert_eq!(seconds("1.250"), Ok(1.25));
        for text in ["", "1.2x", "-0.5", "nan", "inf", "1e300"] {
            let problem = seconds(text).expect_err(text);
            let found = format!("time_seconds: found {text:?}, expected a number");
            assert!(problem.starts_with(&found), "{problem}");
        }
    }
}
