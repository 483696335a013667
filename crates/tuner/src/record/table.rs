//! Files of rows in memory and on the disk.

use std::path::Path;

use super::row_layout::RowLayout;
use tune2048_files::FileError;
use tune2048_files::journal::{Journal, Row};
use tune2048_files::record::{Record, columns, decode, to_row};

/// A file of rows, open for appending.
#[derive(Debug)]
pub struct Table<T: Record> {
    journal: Journal,
    /// The layout of the next rows. A change of a campaign alters it, but never the header.
    layout: T::Layout,
    rows: Vec<T>,
    torn: bool,
}

impl<T: Record<Layout = RowLayout>> Table<T> {
    /// Sets the coordinates that the next rows have; all of them at first.
    pub fn tune(&mut self, names: &[String]) {
        self.layout.tune(names);
    }
}

impl<T: Record> Table<T> {
    /// Opens a file or makes it; `campaign` is the fingerprint of the campaign that it belongs to.
    ///
    /// # Errors
    /// If the file cannot be opened, another process has it open, or it is damaged.
    pub fn open_file(
        path: &Path,
        layout: T::Layout,
        campaign: Option<&str>,
    ) -> Result<Self, FileError> {
        let (journal, contents) = Journal::open(path, columns::<T>(&layout).of_campaign(campaign))?;
        let rows = decode(&layout, &contents)?;
        Ok(Self { journal, layout, rows, torn: contents.torn })
    }

    /// The number of rows in the file.
    pub fn count(&self) -> usize {
        self.rows.len()
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
        self.torn
    }

    /// Whether other processes are kept from appending; not on a file system
    /// without locks.
    pub fn is_locked(&self) -> bool {
        self.journal.is_locked()
    }

    /// Cuts off the rows from the first one on that does not satisfy a condition.
    ///
    /// # Errors
    /// If the file cannot be read or cut.
    pub fn keep_while(&mut self, is_kept: impl Fn(&T) -> bool) -> Result<(), FileError> {
        let kept = self.rows.iter().take_while(|row| is_kept(row)).count();
        if kept < self.rows.len() {
            self.journal.keep(kept)?;
            self.rows.truncate(kept);
        }
        Ok(())
    }

    /// Appends a row and waits until it is on the disk.
    ///
    /// # Errors
    /// If the row cannot be written.
    pub fn append(&mut self, row: T) -> Result<(), FileError> {
        self.append_soon(row)?;
        self.sync()
    }

    /// Appends a row that is synced soon, for rows that come in large numbers or are on the disk
    /// elsewhere.
    ///
    /// # Errors
    /// If the row cannot be written.
    pub fn append_soon(&mut self, mut row: T) -> Result<(), FileError> {
        self.journal.append_soon(&to_row(&self.layout, &mut row))?;
        self.rows.push(row);
        Ok(())
    }

    /// Appends rows in one write and waits until they are on the disk.
    ///
    /// # Errors
    /// If the rows cannot be written.
    pub fn append_all(&mut self, mut rows: Vec<T>) -> Result<(), FileError> {
        let layout = &self.layout;
        let written: Vec<Row> = rows.iter_mut().map(|row| to_row(layout, row)).collect();
        self.journal.append_all(&written)?;
        self.rows.append(&mut rows);
        Ok(())
    }

    /// Waits until all rows are on the disk.
    ///
    /// # Errors
    /// If the rows cannot be written.
    pub fn sync(&mut self) -> Result<(), FileError> {
        self.journal.sync()
    }
}
