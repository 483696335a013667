//! Reading lines with checksums.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::{FileError, regular};

/// What stands between the text of a line and its checksum, and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Comma-separated fields, so many of them times; each checksum covers the line before, too.
    Rows(usize),
    /// Comma-separated fields, so many of them times; each checksum covers its own line only.
    Alone(usize),
    /// An object of JSON.
    Json,
}

impl Shape {
    /// What stands before a checksum, after it, and at the end of the line.
    fn marks(self) -> [&'static str; 3] {
        match self {
            Self::Rows(_) | Self::Alone(_) => [",", "", ""],
            Self::Json => [",\"crc32\":\"", "\"", "}"],
        }
    }

    /// The line of a text and what follows on its checksum, with its end.
    pub(super) fn join(self, head: &str, checksum: &str, tail: &str) -> String {
        let [before, after, end] = self.marks();
        format!("{head}{before}{checksum}{after}{tail}{end}\n")
    }

    /// The checksum of a line after one with the checksum `before`.
    pub(super) fn checksum(self, before: &str, text: &str) -> String {
        let mut hasher = crc32fast::Hasher::new();
        if !matches!(self, Self::Alone(_)) {
            hasher.update(before.as_bytes());
        }
        hasher.update(text.as_bytes());
        format!("{:08x}", hasher.finalize())
    }

    /// The text of a line without its end, its checksum, and what follows.
    fn split(self, line: &str) -> Option<(&str, &str, &str)> {
        let [before, after, end] = self.marks();
        let times = match self {
            Self::Rows(times) | Self::Alone(times) => times,
            Self::Json => 0,
        };
        let (at, _) = line.rmatch_indices(before).nth(times)?;
        let (checksum, tail) = line[at + before.len()..].split_at_checked(8)?;
        Some((&line[..at], checksum, tail.strip_prefix(after)?.strip_suffix(end)?))
    }
}

/// How far a file is read or written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The lines, without the header.
    pub lines: u64,
    /// The checksum of the last one, or of the header.
    pub last: String,
    /// Where it ends, in bytes.
    pub end: u64,
}

/// Reads a file line by line.
#[derive(Debug)]
pub struct LogReader {
    pub(super) path: PathBuf,
    pub(super) shape: Shape,
    /// The line of the names of the columns, with its end.
    pub(super) header: Option<String>,
    input: Option<BufReader<File>>,
    line: Vec<u8>,
    /// How far it is read.
    pub place: Place,
}

impl LogReader {
    /// Opens a file; one that is missing has no lines.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(path: &Path, shape: Shape, header: Option<String>) -> Result<Self, FileError> {
        regular::check_table(path)?;
        let input = match File::open(path) {
            Ok(file) => Some(BufReader::with_capacity(1 << 16, file)),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => None,
            Err(cause) => return Err(FileError::io(path, "read")(cause)),
        };
        let place = Place::default();
        Ok(Self { path: path.to_owned(), shape, header, input, line: Vec::new(), place })
    }

    /// The number of the line after those that were read, from 1.
    fn next_number(&self) -> usize {
        let is_past_header = self.header.is_some() && self.place.end > 0;
        self.place.lines as usize + 1 + usize::from(is_past_header)
    }

    /// The error of the next line.
    pub fn damaged(&self, problem: impl Into<String>) -> FileError {
        FileError::damaged(&self.path, self.next_number(), problem)
    }

    /// The error of the last line that was read.
    pub fn damaged_last(&self, problem: impl Into<String>) -> FileError {
        FileError::damaged(&self.path, self.next_number() - 1, problem)
    }

    /// Whether bytes follow on the last line that no line end closes.
    pub fn is_torn(&self) -> bool {
        !self.line.is_empty()
    }

    /// Reads the next line: its text up to the checksum, and what follows on it. `None` at the end
    /// of the file; a last line without its end was being written when the process died, and is left
    /// out.
    ///
    /// # Errors
    /// If the line is not as it was written.
    pub fn next_line(&mut self) -> Result<Option<(String, String)>, FileError> {
        if !self.is_past_header()? {
            return Ok(None);
        }
        let Some(length) = self.read_line()? else { return Ok(None) };
        let line = self.text()?;
        let Some((head, found, tail)) = self.shape.split(line) else {
            return Err(self.damaged("found no checksum, expected a line as it was written"));
        };
        let expected = self.shape.checksum(&self.place.last, head);
        if found != expected {
            return Err(self.damaged(format!(
                "the line is not as it was written, or does not follow on the one before it: found \
                 checksum {found:?}, expected {expected:?}"
            )));
        }
        let read = (head.to_owned(), tail.to_owned());
        self.line.clear();
        self.place =
            Place { lines: self.place.lines + 1, last: expected, end: self.place.end + length };
        Ok(Some(read))
    }

    /// Reads the header, if there is one that was not read; `false` if it is not complete.
    ///
    /// # Errors
    /// If it is another one.
    pub fn is_past_header(&mut self) -> Result<bool, FileError> {
        let Some(expected) = self.header.clone().filter(|_| self.place.end == 0) else {
            return Ok(true);
        };
        let expected = expected.trim_end();
        let Some(length) = self.read_line()? else {
            if expected.as_bytes().starts_with(&self.line) {
                return Ok(false);
            }
            return Err(self.wrong_columns(&String::from_utf8_lossy(&self.line), expected));
        };
        let line = self.text()?;
        if line != expected {
            return Err(self.wrong_columns(line, expected));
        }
        self.line.clear();
        self.place.end = length;
        self.place.last = self.shape.checksum("", expected);
        Ok(true)
    }

    fn wrong_columns(&self, found: &str, expected: &str) -> FileError {
        self.damaged(format!("wrong columns: found {found:?}, expected {expected:?}"))
    }

    /// Reads up to the end of a line, and returns its length; `None` before there is one.
    fn read_line(&mut self) -> Result<Option<u64>, FileError> {
        // What another process is writing may be complete by the next call.
        if let Some(input) = &mut self.input {
            let read = input.read_until(b'\n', &mut self.line);
            read.map_err(FileError::io(&self.path, "read"))?;
        }
        Ok(self.line.ends_with(b"\n").then_some(self.line.len() as u64))
    }

    /// The text of the line that was read, without its end.
    fn text(&self) -> Result<&str, FileError> {
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        let (problem, advice) = match line {
            [0xef, 0xbb, 0xbf, ..] if self.place.end == 0 => BYTE_ORDER_MARK,
            [.., b'\r'] => CR_LF,
            _ => {
                let text = std::str::from_utf8(line);
                return text.map_err(|_| self.damaged("found bytes that are not text"));
            }
        };
        let place = format!("{} line {}", self.path.display(), self.next_number());
        Err(FileError::Damaged { place, problem: problem.to_owned(), advice })
    }
}

/// What an editor may put at the beginning of a file, and what takes it away.
const BYTE_ORDER_MARK: (&str, &str) = (
    "found a byte order mark, which an editor has put there",
    "`sed -i '1s/^\\xEF\\xBB\\xBF//' FILE` takes it away",
);

/// What an editor or a checkout may make of line ends, and what converts them back.
const CR_LF: (&str, &str) = (
    "found CR LF at the end of the line, as an editor or a checkout makes it, expected LF alone",
    "`sed -i 's/\\r$//' FILE` converts the line ends back",
);
