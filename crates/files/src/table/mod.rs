//! Files of rows in memory and on the disk.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::atomic::sync_folder_of;
use crate::journal::{self, Columns};
use crate::record::{Record, columns, decode, to_row};
use crate::regular::check_table;
use crate::{FileError, lock};

/// How long a row appended by [`Table::append_soon`] may wait for its sync.
const SYNC_INTERVAL: Duration = Duration::from_millis(100);

/// A file of rows open for appending, and locked against other processes.
#[derive(Debug)]
pub struct Table<T: Record> {
    path: PathBuf,
    file: File,
    columns: Columns,
    /// The layout of the next rows. What alters it never alters the columns.
    pub layout: T::Layout,
    rows: Vec<T>,
    /// The offsets in bytes at which the header and each row end.
    ends: Vec<u64>,
    is_torn: bool,
    is_locked: bool,
    synced: Instant,
}

impl<T: Record> Table<T> {
    /// Opens a file or makes it; cuts off a last line that was cut short. `campaign` is the
    /// fingerprint of the campaign that it belongs to.
    ///
    /// # Errors
    /// If the file cannot be opened, another process has it open, or it is damaged.
    pub fn open_file(
        path: &Path,
        layout: T::Layout,
        campaign: Option<&str>,
    ) -> Result<Self, FileError> {
        Self::open_with(path, layout, campaign, sync_folder_of)
    }

    fn open_with(
        path: &Path,
        layout: T::Layout,
        campaign: Option<&str>,
        sync_folder_of: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<Self, FileError> {
        check_table(path)?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(FileError::io(path, "open"))?;
        let is_locked = lock::take(&file, path)?;
        let contents = journal::read(path, &columns::<T>(&layout).of_campaign(campaign))?;
        let mut table = Self {
            rows: decode(path, &layout, &contents.rows)?,
            path: path.to_owned(),
            file,
            columns: contents.columns,
            layout,
            ends: contents.ends,
            is_torn: contents.torn,
            is_locked,
            synced: Instant::now(),
        };
        table.cut(table.end())?;
        if table.ends.is_empty() {
            let header = table.columns.header();
            table.write(&header)?;
            table.ends.push(header.len() as u64);
            table.sync()?;
            sync_folder_of(path).map_err(FileError::io(path, "sync the folder"))?;
        }
        Ok(table)
    }

    /// Reads the rows of a file, without a lock; none if there is no file. A last row that is being
    /// written is left out.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read(
        path: &Path,
        layout: &T::Layout,
        campaign: Option<&str>,
    ) -> Result<Vec<T>, FileError> {
        let contents = journal::read(path, &columns::<T>(layout).of_campaign(campaign))?;
        decode(path, layout, &contents.rows)
    }

    /// All rows, in order.
    pub fn rows(&self) -> &[T] {
        &self.rows
    }

    /// The last row, if there is one.
    pub fn last(&self) -> Option<&T> {
        self.rows.last()
    }

    /// Whether a last line that was cut short was dropped when the file was opened.
    pub fn was_torn(&self) -> bool {
        self.is_torn
    }

    /// Whether other processes are kept from appending; not on a file system
    /// without locks.
    pub fn is_locked(&self) -> bool {
        self.is_locked
    }

    /// Cuts off the rows from the first one on that does not satisfy a condition.
    ///
    /// # Errors
    /// If the file cannot be cut.
    pub fn keep_while(&mut self, is_kept: impl Fn(&T) -> bool) -> Result<(), FileError> {
        self.keep(self.rows.iter().take_while(|row| is_kept(row)).count())
    }

    /// Keeps the first `count` rows and cuts off the others.
    ///
    /// # Errors
    /// If the file cannot be cut.
    pub fn keep(&mut self, count: usize) -> Result<(), FileError> {
        if count >= self.rows.len() {
            return Ok(());
        }
        self.rows.truncate(count);
        self.ends.truncate(count + 1);
        self.cut(self.end())
    }

    /// The offset at which the last row ends.
    fn end(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
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
    pub fn append(&mut self, row: T) -> Result<(), FileError> {
        self.append_all(vec![row])
    }

    /// Appends a row that is synced within a tenth of a second, for rows that come in large numbers
    /// or are on the disk elsewhere: a killed process loses none of them, a power cut those since
    /// the last sync.
    ///
    /// # Errors
    /// If the row cannot be written.
    pub fn append_soon(&mut self, row: T) -> Result<(), FileError> {
        self.write_rows(vec![row])?;
        if self.synced.elapsed() < SYNC_INTERVAL { Ok(()) } else { self.sync() }
    }

    /// Appends rows in one write and waits until they are on the disk. If the
    /// write is cut short, the first rows stay.
    ///
    /// # Errors
    /// If the rows cannot be written.
    pub fn append_all(&mut self, rows: Vec<T>) -> Result<(), FileError> {
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

    fn write_rows(&mut self, mut rows: Vec<T>) -> Result<(), FileError> {
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        for row in &mut rows {
            bytes.extend(to_row(&self.layout, row).to_line(&self.columns));
            ends.push(self.end() + bytes.len() as u64);
        }
        self.write(&bytes)?;
        self.rows.append(&mut rows);
        self.ends.append(&mut ends);
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let written = self.file.write_all(bytes);
        written.map_err(FileError::io(&self.path, "append"))
    }
}

#[cfg(test)]
mod tests;
