//! Appending lines with checksums.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::reader::{LogReader, Place, Shape};
use crate::{FileError, atomic, regular};

/// Appends lines to a file.
#[derive(Debug)]
pub struct LogWriter {
    pub(crate) path: PathBuf,
    file: File,
    shape: Shape,
    /// How far it is written.
    pub place: Place,
    is_synced: bool,
}

impl LogWriter {
    /// Opens a file, which is made if it is missing, for reading and appending.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open_file(path: &Path) -> Result<File, FileError> {
        regular::check_table(path)?;
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        options.open(path).map_err(FileError::io(path, "open"))
    }

    /// Goes on after the lines that were read, and cuts off what follows on them.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn after(file: File, reader: LogReader) -> Result<Self, FileError> {
        let LogReader { path, shape, header, place, .. } = reader;
        let mut writer = Self { path, file, shape, place, is_synced: true };
        writer.cut()?;
        if let Some(header) = header.filter(|_| writer.place.end == 0) {
            writer.place.last = shape.checksum("", header.trim_end());
            writer.write(&header).and_then(|()| writer.sync()).inspect_err(|_| {
                // Nothing is lost with a file that has no line.
                let _ = std::fs::remove_file(&writer.path);
            })?;
            atomic::sync_folder_of(&writer.path)
                .map_err(FileError::io(&writer.path, "sync the folder of"))?;
        }
        Ok(writer)
    }

    fn cut(&mut self) -> Result<(), FileError> {
        let end = self.place.end;
        let is_longer = self.file.metadata().is_ok_and(|about| about.len() > end);
        let cut = if is_longer { self.file.set_len(end) } else { Ok(()) };
        cut.and_then(|()| self.file.seek(SeekFrom::End(0)))
            .map(drop)
            .map_err(FileError::io(&self.path, "cut off a last line of"))
    }

    /// Goes on after an earlier line, and cuts off those that follow on it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn go_back(&mut self, place: Place) -> Result<(), FileError> {
        self.place = place;
        self.cut()
    }

    /// The file, which stays locked if it was.
    pub fn into_file(self) -> File {
        self.file
    }

    /// Appends a line of a text and what follows on its checksum. A killed process does not lose it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, head: &str, tail: &str) -> Result<(), FileError> {
        let last = self.shape.checksum(&self.place.last, head);
        self.write(&self.shape.join(head, &last, tail))?;
        (self.place.last, self.place.lines) = (last, self.place.lines + 1);
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
    pub fn sync(&mut self) -> Result<(), FileError> {
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
