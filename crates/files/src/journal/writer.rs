//! A journal open for appending.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::reader::{Contents, read};
use super::row::{Columns, Row};
use crate::atomic::sync_folder_of;
use crate::regular::check_table;
use crate::{FileError, lock};

/// How long a row appended by [`Journal::append_soon`] may wait for its sync.
const SYNC_INTERVAL: Duration = Duration::from_millis(100);

/// A journal open for appending, and locked against other processes.
///
/// A row ends in a checksum (CRC-32, eight hexadecimal digits) of the text
/// before it, followed by the columns of times, which may differ between runs
/// and are not covered.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    columns: Columns,
    is_locked: bool,
    synced: Instant,
}

impl Journal {
    /// Opens a journal or makes it; cuts off a last line that was cut short.
    ///
    /// # Errors
    /// As [`read`], and if another process has the journal open.
    pub fn open(path: &Path, columns: Columns) -> Result<(Self, Contents), FileError> {
        check_table(path)?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(FileError::io(path, "open"))?;
        let is_locked = lock::take(&file, path)?;
        let contents = read(path, &columns)?;
        let mut journal =
            Self { path: path.to_owned(), file, columns, is_locked, synced: Instant::now() };
        journal.cut(contents.ends.last().copied().unwrap_or(0))?;
        if contents.ends.is_empty() {
            let header = journal.columns.header();
            journal.write(&header)?;
            journal.sync()?;
            sync_folder_of(path).map_err(FileError::io(path, "sync the folder"))?;
        }
        Ok((journal, contents))
    }

    /// Whether other processes are kept from appending; not on a file system
    /// without locks.
    pub fn is_locked(&self) -> bool {
        self.is_locked
    }

    /// Keeps the first `rows` rows and cuts off the others.
    ///
    /// # Errors
    /// If the file cannot be cut.
    pub fn keep(&mut self, rows: usize) -> Result<(), FileError> {
        let contents = read(&self.path, &self.columns)?;
        match contents.ends.get(rows) {
            Some(&end) if rows < contents.rows.len() => self.cut(end),
            _ => Ok(()),
        }
    }

    fn cut(&mut self, bytes: u64) -> Result<(), FileError> {
        self.file
            .set_len(bytes)
            .and_then(|()| self.file.seek(SeekFrom::End(0)))
            .map(drop)
            .map_err(FileError::io(&self.path, "cut lines off"))
    }

    /// Appends a row and waits until it is on the disk.
    ///
    /// # Errors
    /// If the row cannot be written.
    pub fn append(&mut self, row: &Row) -> Result<(), FileError> {
        self.append_soon(row)?;
        self.sync()
    }

    /// Appends a row that is synced within a tenth of a second, for rows that
    /// come in large numbers: a killed process loses none of them, a power cut
    /// those since the last sync.
    ///
    /// # Errors
    /// If the row cannot be written.
    pub fn append_soon(&mut self, row: &Row) -> Result<(), FileError> {
        self.write_rows(std::slice::from_ref(row))?;
        if self.synced.elapsed() < SYNC_INTERVAL {
            return Ok(());
        }
        self.sync()
    }

    /// Appends rows in one write and waits until they are on the disk. If the
    /// write is cut short, the first rows stay.
    ///
    /// # Errors
    /// If the rows cannot be written.
    pub fn append_all(&mut self, rows: &[Row]) -> Result<(), FileError> {
        self.write_rows(rows)?;
        self.sync()
    }

    /// Waits until all rows are on the disk.
    ///
    /// # Errors
    /// If the rows cannot be written, or the file's name is gone or that of another file.
    pub fn sync(&mut self) -> Result<(), FileError> {
        self.synced = Instant::now();
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

    fn write_rows(&mut self, rows: &[Row]) -> Result<(), FileError> {
        let mut bytes = Vec::new();
        for row in rows {
            debug_assert_eq!(row.fixed.len(), self.columns.fixed.len());
            debug_assert_eq!(row.times.len(), self.columns.times.len());
            bytes.extend(row.to_line(&self.columns));
        }
        self.write(&bytes)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let written = self.file.write_all(bytes);
        written.map_err(FileError::io(&self.path, "append"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Columns {
        Columns {
            fixed: vec!["a".into(), "b".into()],
            times: vec!["time_seconds".into()],
            campaign: None,
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
        let (mut log, _) = Journal::open(&path, columns()).unwrap();
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
            let (mut log, contents) = Journal::open(&path, columns()).unwrap();
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
            assert!(error.to_string().contains(&format!("line {line}")), "{error}");
        }
    }

    #[test]
    fn rows_of_another_campaign_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.csv");
        let of = |fingerprint| columns().of_campaign(Some(fingerprint));
        let (mut log, _) = Journal::open(&path, of("0a1b2c3d")).unwrap();
        log.append(&row(1)).unwrap();
        drop(log);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("a,b,campaign,crc32,time_seconds\n1,"), "{text}");
        assert_eq!(read(&path, &of("0a1b2c3d")).unwrap().rows, [row(1)]);
        let error = read(&path, &of("99999999")).unwrap_err().to_string();
        let problem = "log.csv line 2: campaign: found a row of campaign 0a1b2c3d, expected one of \
                       this campaign, 99999999";
        assert!(error.ends_with(problem), "{error}");
        let error = read(&path, &columns()).unwrap_err().to_string();
        assert!(error.contains("line 1: wrong columns: found \"a,b,campaign"), "{error}");
    }

    #[test]
    fn a_second_process_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.csv");
        let (held, _) = Journal::open(&path, columns()).unwrap();
        assert!(held.is_locked());
        let error = Journal::open(&path, columns()).expect_err("locked");
        assert!(matches!(error, FileError::Locked { .. }), "{error}");
    }
}
