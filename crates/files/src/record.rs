//! Rows whose columns are declared once.
//!
//! The header of a file, the writing of a row and the reading of one follow from one list of
//! columns, which [`Record::columns`] goes through: a further column is a further line there.

use std::fmt::Display;
use std::str::FromStr;

use crate::FileError;
use crate::journal::{Columns, Contents, Fields, Row};

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

/// The columns of a file.
pub fn columns<T: Record>(layout: &T::Layout) -> Columns {
    let mut header = Columns::default();
    let named = T::default().columns(layout, &mut Visitor::Name(&mut header));
    named.expect("nothing is read");
    header
}

/// Reads all rows of a file.
///
/// # Errors
/// The first row that is not what it should be.
pub fn decode<T: Record>(layout: &T::Layout, contents: &Contents) -> Result<Vec<T>, FileError> {
    contents.decode(|fields, before: &[T]| {
        let mut row = T::default();
        row.columns(layout, &mut Visitor::Read(fields))?;
        row.check(before)?;
        Ok(row)
    })
}

/// The fields of a row.
pub fn to_row<T: Record>(layout: &T::Layout, row: &mut T) -> Row {
    let mut written = Row { fixed: Vec::new(), times: Vec::new() };
    let visited = row.columns(layout, &mut Visitor::Write(&mut written));
    visited.expect("nothing is read");
    written
}
