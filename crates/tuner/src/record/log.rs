//! Files whose lines each carry a checksum over themselves and the line before.
//!
//! The checksum is the CRC-32, in eight hexadecimal digits, of the eight digits of the line before
//! (of the header, if there is one; nothing for a first line) and of the line's text up to the
//! checksum. A line that was edited, moved, doubled or lost is thus seen at its place. Times follow
//! the checksum, which does not cover them: they may differ between runs.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tune2048_files::{FileError, regular};

/// What stands between the text of a line and its checksum, and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Comma-separated fields, so many of them times.
    Rows(usize),
    /// An object of JSON.
    Json,
}

/// The key of the checksum in a line of JSON, with what stands around it.
const KEY: &str = ",\"crc32\":\"";

impl Shape {
    /// The line of a text and what follows on its checksum, with its end.
    fn join(self, head: &str, checksum: &str, tail: &str) -> String {
        match self {
            Self::Rows(_) => format!("{head},{checksum}{tail}\n"),
            Self::Json => format!("{head}{KEY}{checksum}\"{tail}}}\n"),
        }
    }

    /// The text of a line without its end, its checksum, and what follows.
    fn split(self, line: &str) -> Option<(&str, &str, &str)> {
        let (head, rest) = match self {
            Self::Rows(times) => {
                let mut commas = line.rmatch_indices(',');
                let (at, _) = commas.nth(times)?;
                (&line[..at], &line[at + 1..])
            }
            Self::Json => {
                let at = line.rfind(KEY)?;
                (&line[..at], &line[at + KEY.len()..])
            }
        };
        let (checksum, tail) = rest.split_at_checked(8)?;
        match self {
            Self::Rows(_) => Some((head, checksum, tail)),
            Self::Json => Some((head, checksum, tail.strip_prefix('"')?.strip_suffix('}')?)),
        }
    }
}

/// The checksum of a line after one with the checksum `before`.
fn checksum(before: &str, text: &str) -> String {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(before.as_bytes());
    hasher.update(text.as_bytes());
    format!("{:08x}", hasher.finalize())
}

/// How far a file is read or written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// The lines, without the header.
    pub(crate) lines: u64,
    /// The checksum of the last one, or of the header.
    pub(crate) last: String,
    /// Where it ends, in bytes.
    pub(crate) end: u64,
}

/// Reads a file line by line.
pub(crate) struct LogReader {
    path: PathBuf,
    shape: Shape,
    /// The line of the names of the columns, with its end.
    header: Option<String>,
    input: Box<dyn BufRead>,
    line: Vec<u8>,
    pub(crate) place: Place,
}

impl LogReader {
    /// Opens a file; one that is missing has no lines.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn open(
        path: &Path,
        shape: Shape,
        header: Option<String>,
    ) -> Result<Self, FileError> {
        regular::check_table(path)?;
        let input: Box<dyn BufRead> = match File::open(path) {
            Ok(file) => Box::new(BufReader::with_capacity(1 << 16, file)),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Box::new(io::empty()),
            Err(cause) => return Err(FileError::io(path, "read")(cause)),
        };
        let place = Place::default();
        Ok(Self { path: path.to_owned(), shape, header, input, line: Vec::new(), place })
    }

    /// The number of the line after those that were read, from 1.
    pub(crate) fn next_number(&self) -> usize {
        self.place.lines as usize + 1 + usize::from(self.header.is_some())
    }

    /// The error of the next line.
    pub(crate) fn damaged(&self, problem: impl Into<String>) -> FileError {
        FileError::damaged(&self.path, self.next_number(), problem)
    }

    /// Whether bytes follow on the last line that no line end closes.
    pub(crate) fn is_torn(&self) -> bool {
        !self.line.is_empty()
    }

    /// Reads the next line: its text up to the checksum, and what follows on it. `None` at the end
    /// of the file; a last line without its end was being written when the process died, and is left
    /// out.
    ///
    /// # Errors
    /// If the line is not as it was written.
    pub(crate) fn next(&mut self) -> Result<Option<(String, String)>, FileError> {
        if self.place.end == 0 && self.header.is_some() && !self.read_header()? {
            return Ok(None);
        }
        let Some(length) = self.read_line()? else { return Ok(None) };
        let line = self.text()?;
        let Some((head, found, tail)) = self.shape.split(line) else {
            return Err(self.damaged("found no checksum, expected a line as it was written"));
        };
        let expected = checksum(&self.place.last, head);
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

    /// Reads the header; `false` if it is not complete.
    fn read_header(&mut self) -> Result<bool, FileError> {
        let expected = self.header.clone().unwrap_or_default();
        let length = self.read_line()?;
        let Some(length) = length else {
            if expected.as_bytes().starts_with(&self.line) {
                return Ok(false);
            }
            let found = String::from_utf8_lossy(&self.line).into_owned();
            return Err(FileError::damaged(&self.path, 1, wrong_columns(&found, &expected)));
        };
        let line = self.text().map_err(|error| self.in_first_line(error))?;
        if line != expected.trim_end() {
            return Err(FileError::damaged(&self.path, 1, wrong_columns(line, &expected)));
        }
        self.line.clear();
        self.place.end = length;
        self.place.last = checksum("", expected.trim_end());
        Ok(true)
    }

    fn in_first_line(&self, error: FileError) -> FileError {
        match error {
            FileError::Damaged { path, problem, .. } => {
                FileError::Damaged { path, line: 1, problem }
            }
            other => other,
        }
    }

    /// Reads up to the end of a line, and returns its length; `None` before there is one.
    fn read_line(&mut self) -> Result<Option<u64>, FileError> {
        // What another process is writing may be complete by the next call.
        let read = self.input.read_until(b'\n', &mut self.line);
        read.map_err(FileError::io(&self.path, "read"))?;
        Ok(self.line.ends_with(b"\n").then_some(self.line.len() as u64))
    }

    /// The text of the line that was read, without its end.
    fn text(&self) -> Result<&str, FileError> {
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        if self.place.end == 0 && line.starts_with(b"\xef\xbb\xbf") {
            return Err(self.damaged(BYTE_ORDER_MARK));
        }
        if line.ends_with(b"\r") {
            return Err(self.damaged(CR_LF));
        }
        std::str::from_utf8(line).map_err(|_| self.damaged("found bytes that are not text"))
    }
}

/// The problem of a file that an editor has put a mark at the beginning of.
pub(crate) const BYTE_ORDER_MARK: &str = "found a byte order mark, which was not written here";

/// The problem of a file whose line ends were converted.
pub(crate) const CR_LF: &str = "the line ends with CR LF, expected LF alone, as it was written";

fn wrong_columns(found: &str, expected: &str) -> String {
    format!("wrong columns: found {found:?}, expected {:?}", expected.trim_end())
}

/// Whether a file of a campaign's rows with this header ends with a line that was cut short; `None`
/// for the header of another file.
///
/// # Errors
/// If a row is not as it was written.
pub fn is_torn(path: &Path, header: &str) -> Option<Result<bool, FileError>> {
    let (_, times) = header.split_once(",campaign,crc32")?;
    let shape = Shape::Rows(times.matches(',').count());
    let read = || {
        let mut rows = LogReader::open(path, shape, Some(format!("{header}\n")))?;
        while rows.next()?.is_some() {}
        Ok(rows.is_torn())
    };
    Some(read())
}

/// Appends lines to a file.
#[derive(Debug)]
pub(crate) struct LogWriter {
    path: PathBuf,
    file: File,
    shape: Shape,
    pub(crate) place: Place,
    is_synced: bool,
}

impl LogWriter {
    /// Opens a file, which is made if it is missing, for reading and appending.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(crate) fn open_file(path: &Path) -> Result<File, FileError> {
        regular::check_table(path)?;
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        options.open(path).map_err(FileError::io(path, "open"))
    }

    /// Goes on after the lines that were read, and cuts off what follows on them.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn after(file: File, reader: LogReader) -> Result<Self, FileError> {
        let LogReader { path, shape, header, place, .. } = reader;
        let mut writer = Self { path, file, shape, place, is_synced: true };
        let is_longer = writer.file.metadata().is_ok_and(|about| about.len() > writer.place.end);
        let end = writer.place.end;
        let cut = if is_longer { writer.file.set_len(end) } else { Ok(()) };
        cut.and_then(|()| writer.file.seek(SeekFrom::End(0)))
            .map_err(FileError::io(&writer.path, "cut off a last line of"))?;
        if let Some(header) = header.filter(|_| end == 0) {
            writer.place.last = checksum("", header.trim_end());
            writer.write(&header)?;
            writer.sync()?;
            tune2048_files::atomic::sync_folder_of(&writer.path)
                .map_err(FileError::io(&writer.path, "sync the folder of"))?;
        }
        Ok(writer)
    }

    /// The file, which stays locked if it was.
    pub(crate) fn into_file(self) -> File {
        self.file
    }

    /// Appends lines in one write, each of a text and what follows on its checksum. A killed process
    /// loses none of them.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(crate) fn append(&mut self, lines: &[(String, String)]) -> Result<(), FileError> {
        let mut last = self.place.last.clone();
        let mut text = String::new();
        for (head, tail) in lines {
            last = checksum(&last, head);
            text += &self.shape.join(head, &last, tail);
        }
        self.write(&text)?;
        (self.place.last, self.place.lines) = (last, self.place.lines + lines.len() as u64);
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), FileError> {
        self.is_synced = false;
        self.file.write_all(text.as_bytes()).map_err(FileError::io(&self.path, "append"))?;
        self.place.end += text.len() as u64;
        Ok(())
    }

    /// Waits until all lines are on the disk.
    ///
    /// # Errors
    /// If they cannot be written, or the file's name is gone or that of another file.
    pub(crate) fn sync(&mut self) -> Result<(), FileError> {
        if std::mem::replace(&mut self.is_synced, true) {
            return Ok(());
        }
        let synced = self.file.sync_data().and_then(|()| self.check_name());
        synced.map_err(FileError::io(&self.path, "append"))
    }

    /// An open file outlives its name: what is appended to it after that is lost.
    #[cfg(unix)]
    fn check_name(&self) -> io::Result<()> {
        use std::os::unix::fs::MetadataExt;
        let (named, open) = (std::fs::metadata(&self.path)?, self.file.metadata()?);
        if (named.dev(), named.ino()) == (open.dev(), open.ino()) {
            return Ok(());
        }
        Err(io::Error::new(io::ErrorKind::NotFound, "another file has taken its place"))
    }

    #[cfg(not(unix))]
    fn check_name(&self) -> io::Result<()> {
        // Windows keeps the names of open files.
        Ok(())
    }
}
