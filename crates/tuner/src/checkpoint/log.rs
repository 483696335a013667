//! A CSV file that rows are appended to and synced.
//!
//! A row ends in a checksum (CRC-32, eight hexadecimal digits) over the text
//! before it, and then in the columns named as times, which may differ between
//! runs and are not covered. A last line without its end was being written
//! when the process died: it is dropped. Any other damage is an error.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::CheckpointError;

/// The name of the column that holds the checksum.
const CHECKSUM: &str = "crc32";

/// The columns of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// Those that a repeated run repeats.
    pub fixed: Vec<String>,
    /// Those that hold times, all at the end.
    pub times: Vec<String>,
}

impl Columns {
    /// The columns of a log by its first line, if that is a log's.
    pub fn of_header(line: &str) -> Option<Self> {
        let mut names = line.split(',').map(str::to_owned);
        let fixed = names.by_ref().take_while(|name| name != CHECKSUM).collect();
        let times = names.collect();
        let columns = Self { fixed, times };
        (columns.header() == format!("{line}\n").into_bytes()).then_some(columns)
    }

    fn header(&self) -> Vec<u8> {
        let checksum = std::iter::once(CHECKSUM);
        let fixed = self.fixed.iter().map(String::as_str);
        let times = self.times.iter().map(String::as_str);
        line(fixed.chain(checksum).chain(times))
    }
}

/// One row: its fields in the order of the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The fields of [`Columns::fixed`].
    pub fixed: Vec<String>,
    /// The fields of [`Columns::times`].
    pub times: Vec<String>,
}

impl Row {
    fn to_line(&self) -> Vec<u8> {
        let mut bytes = line(self.fixed.iter().map(String::as_str));
        bytes.pop();
        let checksum = format!("{:08x}", crc32fast::hash(&bytes));
        bytes.push(b',');
        let times = self.times.iter().map(String::as_str);
        bytes.extend(line(std::iter::once(checksum.as_str()).chain(times)));
        bytes
    }
}

/// Fields as a line of CSV with its end.
fn line<'a>(fields: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(fields);
    written.expect("writing to memory does not fail");
    writer
        .into_inner()
        .expect("writing to memory does not fail")
}

/// A log that was read.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The rows from the first on; row i stands in line i + 2.
    pub rows: Vec<Row>,
    /// Whether the last line was torn and left out.
    pub torn: bool,
    /// Where the header and each row end, in bytes; empty if the header itself was torn.
    ends: Vec<u64>,
}

/// Reads a log.
///
/// # Errors
/// If the file cannot be read, is not this log, or is damaged before its last line.
pub fn read(path: &Path, columns: &Columns) -> Result<Contents, CheckpointError> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .map_err(CheckpointError::io(path, "read"))?;
    let sound = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    let mut lines = bytes[..sound].split_inclusive(|&byte| byte == b'\n');
    let mut end = 0;
    let ends = lines.clone().map(|line| {
        end += line.len() as u64;
        end
    });
    let ends = ends.collect();
    let expected = columns.header();
    // A text without a line end may be a header cut short, or somebody else's file.
    let header = lines.next().unwrap_or(&bytes);
    if header != expected && (sound > 0 || !expected.starts_with(header)) {
        let found = String::from_utf8_lossy(header).trim_end().to_owned();
        let expected = String::from_utf8_lossy(&expected).trim_end().to_owned();
        let problem = format!("wrong columns: found {found:?}, expected {expected:?}");
        return Err(CheckpointError::damaged(path, 1, problem));
    }
    let rows = lines
        .enumerate()
        .map(|(index, line)| {
            parse(line, columns)
                .map_err(|problem| CheckpointError::damaged(path, index + 2, problem))
        })
        .collect::<Result<_, _>>()?;
    Ok(Contents {
        rows,
        torn: sound < bytes.len(),
        ends,
    })
}

fn parse(line: &[u8], columns: &Columns) -> Result<Row, String> {
    let text = std::str::from_utf8(line).map_err(|_| "found bytes that are not text".to_owned())?;
    let text = text.trim_end_matches('\n');
    let tail = columns.times.len() + 1;
    let mut parts: Vec<&str> = text.rsplitn(tail + 1, ',').collect();
    parts.reverse();
    let [fixed, checksum, times @ ..] = parts.as_slice() else {
        return Err("found too few fields".to_owned());
    };
    let expected = format!("{:08x}", crc32fast::hash(fixed.as_bytes()));
    if *checksum != expected {
        return Err(format!(
            "the row is not as it was written: found checksum {checksum:?}, expected {expected:?}"
        ));
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(fixed.as_bytes());
    let record = reader
        .records()
        .next()
        .and_then(Result::ok)
        .unwrap_or_default();
    if record.len() != columns.fixed.len() || times.len() != columns.times.len() {
        let expected = columns.fixed.len() + 1 + columns.times.len();
        return Err(format!(
            "found {} fields, expected {expected}",
            record.len() + 1 + times.len()
        ));
    }
    Ok(Row {
        fixed: record.iter().map(str::to_owned).collect(),
        times: times.iter().map(|&time| time.to_owned()).collect(),
    })
}

/// How long a row appended by [`Log::append_soon`] may wait for its sync.
const SYNC_INTERVAL: Duration = Duration::from_millis(100);

/// A log open for appending, and locked against other processes.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    columns: Columns,
    synced: Instant,
}

impl Log {
    /// Opens a log, or makes it; cuts off a torn last line.
    ///
    /// # Errors
    /// As [`read`], and if another process holds the log.
    pub fn open(path: &Path, columns: Columns) -> Result<(Self, Contents), CheckpointError> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(CheckpointError::io(path, "open"))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => CheckpointError::Locked {
                path: path.parent().unwrap_or(path).to_owned(),
            },
            TryLockError::Error(cause) => CheckpointError::io(path, "lock")(cause),
        })?;
        let contents = read(path, &columns)?;
        let mut log = Self {
            path: path.to_owned(),
            file,
            columns,
            synced: Instant::now(),
        };
        log.cut(contents.ends.last().copied().unwrap_or(0))?;
        if contents.ends.is_empty() {
            let header = log.columns.header();
            log.write(&header)?;
            log.sync()?;
        }
        Ok((log, contents))
    }

    /// Reads what stands in the log.
    ///
    /// # Errors
    /// As [`read`].
    pub fn contents(&self) -> Result<Contents, CheckpointError> {
        read(&self.path, &self.columns)
    }

    /// Keeps the first rows of what was read and cuts off the others.
    ///
    /// # Errors
    /// If the system cannot.
    pub fn keep(&mut self, contents: &Contents, rows: usize) -> Result<(), CheckpointError> {
        match contents.ends.get(rows) {
            Some(&end) if rows < contents.rows.len() => self.cut(end),
            _ => Ok(()),
        }
    }

    fn cut(&mut self, bytes: u64) -> Result<(), CheckpointError> {
        self.file
            .set_len(bytes)
            .and_then(|()| self.file.seek(SeekFrom::End(0)))
            .map(drop)
            .map_err(CheckpointError::io(&self.path, "cut lines off"))
    }

    /// Appends a row and waits until it is on the disk.
    ///
    /// # Errors
    /// If the system cannot write it.
    pub fn append(&mut self, row: &Row) -> Result<(), CheckpointError> {
        self.append_soon(row)?;
        self.sync()
    }

    /// Appends a row where many come at once: a killed process loses none, and
    /// a machine that stops only those since the last sync, a tenth of a second before.
    ///
    /// # Errors
    /// If the system cannot write it.
    pub fn append_soon(&mut self, row: &Row) -> Result<(), CheckpointError> {
        debug_assert_eq!(row.fixed.len(), self.columns.fixed.len());
        debug_assert_eq!(row.times.len(), self.columns.times.len());
        self.write(&row.to_line())?;
        if self.synced.elapsed() < SYNC_INTERVAL {
            return Ok(());
        }
        self.sync()
    }

    /// Waits until all rows are on the disk.
    ///
    /// # Errors
    /// If the system cannot write them.
    pub fn sync(&mut self) -> Result<(), CheckpointError> {
        self.synced = Instant::now();
        let synced = self.file.sync_data();
        synced.map_err(CheckpointError::io(&self.path, "append"))
    }

    /// Appends rows and waits until they are on the disk, all at once: of a
    /// write that is cut short, the first rows stay.
    ///
    /// # Errors
    /// If the system cannot write them.
    pub fn append_all(&mut self, rows: &[Row]) -> Result<(), CheckpointError> {
        let mut bytes = Vec::new();
        for row in rows {
            debug_assert_eq!(row.fixed.len(), self.columns.fixed.len());
            debug_assert_eq!(row.times.len(), self.columns.times.len());
            bytes.extend(row.to_line());
        }
        self.write(&bytes)?;
        self.sync()
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), CheckpointError> {
        let written = self.file.write_all(bytes);
        written.map_err(CheckpointError::io(&self.path, "append"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Columns {
        Columns {
            fixed: vec!["a".into(), "b".into()],
            times: vec!["time_seconds".into()],
        }
    }

    fn row(number: u32) -> Row {
        Row {
            fixed: vec![number.to_string(), format!("{}", f64::from(number) / 3.0)],
            times: vec!["0.5".into()],
        }
    }

    fn written(folder: &Path, rows: u32) -> PathBuf {
        let path = folder.join("log.csv");
        let (mut log, _) = Log::open(&path, columns()).unwrap();
        for number in 0..rows {
            log.append(&row(number)).unwrap();
        }
        path
    }

    #[test]
    fn a_file_cut_anywhere_goes_on_to_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let whole = std::fs::read(written(folder.path(), 4)).unwrap();
        for length in 0..whole.len() {
            let path = folder.path().join("cut.csv");
            std::fs::write(&path, &whole[..length]).unwrap();
            let (mut log, contents) = Log::open(&path, columns()).unwrap();
            let ends_whole = length == 0 || whole[length - 1] == b'\n';
            assert_eq!(contents.torn, !ends_whole, "cut at {length}");
            for number in contents.rows.len() as u32..4 {
                log.append(&row(number)).unwrap();
            }
            drop(log);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {length}");
        }
    }

    #[test]
    fn any_changed_byte_but_a_time_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), 3);
        let whole = std::fs::read(&path).unwrap();
        let times = whole.windows(4).position(|w| w == b",0.5").unwrap() + 1;
        for place in (0..times).filter(|&place| whole[place] != b'\n') {
            let mut changed = whole.clone();
            changed[place] ^= 1;
            std::fs::write(&path, &changed).unwrap();
            let error = read(&path, &columns()).expect_err("damage");
            let line = 1 + whole[..place].iter().filter(|&&byte| byte == b'\n').count();
            assert!(
                error.to_string().contains(&format!("line {line}")),
                "{error}"
            );
        }
    }

    #[test]
    fn a_second_process_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.csv");
        let _held = Log::open(&path, columns()).unwrap();
        let error = Log::open(&path, columns()).expect_err("locked");
        assert!(matches!(error, CheckpointError::Locked { .. }), "{error}");
    }
}
