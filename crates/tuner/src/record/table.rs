//! Files of rows whose columns are declared once.
//!
//! The header of a file, the writing of a row and the reading of one follow from one list of
//! columns, which [`Record::columns`] goes through: a further column is a further line there.

use std::fmt::Display;
use std::path::Path;
use std::str::FromStr;

use tune2048_engine::game::GameResult;
use tune2048_files::FileError;
use tune2048_files::journal::{self, Columns, Contents, Fields, Journal, Row};

/// A row of a file.
pub trait Record: Default {
    /// The settings of a file that decide which columns it has, such as the names of its weights.
    type Layout;

    /// Goes through the columns in order.
    ///
    /// # Errors
    /// What was found in a field and what was expected.
    fn columns(
        &mut self,
        layout: &Self::Layout,
        visitor: &mut Visitor<'_, '_>,
    ) -> Result<(), String>;

    /// Checks that the row can stand after the rows before it.
    ///
    /// # Errors
    /// What was found and what was expected.
    fn check(&self, _before: &[Self]) -> Result<(), String> {
        Ok(())
    }
}

/// What is done with the columns: their names are collected, or a row is written or read.
#[derive(Debug)]
pub enum Visitor<'a, 'f> {
    /// Collects the names.
    Name(&'a mut Columns),
    /// Writes the fields of a row.
    Write(&'a mut Row),
    /// Reads the fields of a row.
    Read(&'a mut Fields<'f>),
}

impl Visitor<'_, '_> {
    /// A column whose field is made and read by functions; what was read, if a row is read.
    ///
    /// # Errors
    /// What was found and expected, if a field cannot be read.
    pub fn parsed<V>(
        &mut self,
        name: &str,
        write: impl FnOnce() -> String,
        read: impl FnOnce(&str) -> Option<V>,
        expected: &str,
    ) -> Result<Option<V>, String> {
        match self {
            Self::Name(columns) => columns.fixed.push(name.to_owned()),
            Self::Write(row) => row.fixed.push(write()),
            Self::Read(fields) => {
                let read = read(fields.text());
                return read.map(Some).ok_or_else(|| fields.unlike(expected));
            }
        }
        Ok(None)
    }

    /// A column of a number or a text.
    ///
    /// # Errors
    /// If a field is not such a number.
    pub fn column<V: Display + FromStr>(
        &mut self,
        name: &str,
        value: &mut V,
    ) -> Result<(), String> {
        let read = |text: &str| text.parse().ok();
        if let Some(read) = self.parsed(name, || value.to_string(), read, "a number")? {
            *value = read;
        }
        Ok(())
    }

    /// A column of a number that may be missing.
    ///
    /// # Errors
    /// If a field is neither empty nor such a number.
    pub fn optional<V: Display + FromStr>(
        &mut self,
        name: &str,
        value: &mut Option<V>,
    ) -> Result<(), String> {
        let write = || value.as_ref().map_or(String::new(), V::to_string);
        let read = |text: &str| match text {
            "" => Some(None),
            number => number.parse().ok().map(Some),
        };
        if let Some(read) = self.parsed(name, write, read, "a number")? {
            *value = read;
        }
        Ok(())
    }

    /// A column of seconds with so many digits, which may differ from run to run.
    ///
    /// # Errors
    /// If a field is not a duration in seconds.
    pub fn seconds(&mut self, name: &str, digits: usize, value: &mut f64) -> Result<(), String> {
        match self {
            Self::Name(columns) => columns.times.push(name.to_owned()),
            Self::Write(row) => row.times.push(format!("{value:.digits$}")),
            Self::Read(fields) => *value = fields.seconds()?,
        }
        Ok(())
    }

    /// A column of seconds since 1970.
    ///
    /// # Errors
    /// If a field is not a number.
    pub fn unix_seconds(&mut self, name: &str, value: &mut u64) -> Result<(), String> {
        match self {
            Self::Name(columns) => columns.times.push(name.to_owned()),
            Self::Write(row) => row.times.push(value.to_string()),
            Self::Read(fields) => *value = fields.time()?,
        }
        Ok(())
    }

    /// The columns of the result of a game; those of a search whose cost counts have one more.
    ///
    /// # Errors
    /// If a field is not a number.
    pub fn game(&mut self, game: &mut GameResult, counts_inner_nodes: bool) -> Result<(), String> {
        self.column("score", &mut game.score)?;
        self.column("largest_tile", &mut game.largest_tile)?;
        self.column("moves", &mut game.moves)?;
        self.column("nodes", &mut game.nodes)?;
        if counts_inner_nodes { self.column("inner_nodes", &mut game.inner_nodes) } else { Ok(()) }
    }
}

/// Checks a number that rises by one from row to row, from `first` on.
///
/// # Errors
/// What was found and what was expected.
pub fn check_number(name: &str, found: u64, before: Option<u64>, first: u64) -> Result<(), String> {
    let expected = before.map_or(first, |before| before + 1);
    if found == expected {
        return Ok(());
    }
    Err(format!("{name}: found {found}, expected {expected}"))
}

/// A file of rows, open for appending.
#[derive(Debug)]
pub struct Table<T: Record> {
    journal: Journal,
    /// The layout of the next rows. A change of a campaign alters it, but never the header.
    pub(super) layout: T::Layout,
    rows: Vec<T>,
    /// The number of first rows that are in the file only.
    forgotten: usize,
    torn: bool,
}

fn header<T: Record>(layout: &T::Layout, campaign: Option<&str>) -> Columns {
    let mut header = Columns::default();
    let named = T::default().columns(layout, &mut Visitor::Name(&mut header));
    named.expect("nothing is read");
    header.of_campaign(campaign)
}

fn decode<T: Record>(layout: &T::Layout, contents: &Contents) -> Result<Vec<T>, FileError> {
    contents.decode(|fields, before: &[T]| {
        let mut row = T::default();
        row.columns(layout, &mut Visitor::Read(fields))?;
        row.check(before)?;
        Ok(row)
    })
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
        let (journal, contents) = Journal::open(path, header::<T>(&layout, campaign))?;
        let rows = decode(&layout, &contents)?;
        Ok(Self { journal, layout, rows, forgotten: 0, torn: contents.torn })
    }

    /// Reads a file without opening it for appending; no rows if there is no file.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read_file(
        path: &Path,
        layout: &T::Layout,
        campaign: Option<&str>,
    ) -> Result<Vec<T>, FileError> {
        decode(layout, &journal::read_if_present(path, &header::<T>(layout, campaign))?)
    }

    /// The number of rows in the file.
    pub fn count(&self) -> usize {
        self.forgotten + self.rows.len()
    }

    /// All rows in memory, in order.
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

    /// Cuts off all rows but the first ones of those in memory.
    ///
    /// # Errors
    /// If the file cannot be read or cut.
    pub fn keep(&mut self, rows: usize) -> Result<(), FileError> {
        if rows < self.rows.len() {
            let contents = self.journal.contents()?;
            self.journal.keep(&contents, self.forgotten + rows)?;
            self.rows.truncate(rows);
        }
        Ok(())
    }

    /// Drops the first rows from memory, as long as they satisfy a condition; the file keeps them.
    pub fn forget_while(&mut self, is_over: impl Fn(&T) -> bool) {
        let over = self.rows.iter().take_while(|row| is_over(row)).count();
        self.rows.drain(..over);
        self.forgotten += over;
    }

    fn to_row(&self, row: &mut T) -> Row {
        let mut written = Row { fixed: Vec::new(), times: Vec::new() };
        let visited = row.columns(&self.layout, &mut Visitor::Write(&mut written));
        visited.expect("nothing is read");
        written
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
        self.journal.append_soon(&self.to_row(&mut row))?;
        self.rows.push(row);
        Ok(())
    }

    /// Appends rows in one write and waits until they are on the disk.
    ///
    /// # Errors
    /// If the rows cannot be written.
    pub fn append_all(&mut self, mut rows: Vec<T>) -> Result<(), FileError> {
        let written: Vec<Row> = rows.iter_mut().map(|row| self.to_row(row)).collect();
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
