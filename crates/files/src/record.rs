//! Rows whose columns are declared once.
//!
//! The header of a file, the writing of a row and the reading of one follow from one list of
//! columns, which [`Record::columns`] goes through: a further column is a further line there.

use std::fmt::Display;
use std::slice;
use std::str::FromStr;
use std::time::Duration;

/// A row of a file.
pub trait Record: Default {
    /// The settings of a file that decide which columns it has, such as the names of its weights.
    type Layout: std::fmt::Debug;

    /// Whether the checksum of a row covers the one before it, too.
    const IS_CHAINED: bool = false;

    /// Goes through the columns in order.
    ///
    /// # Errors
    /// What was found in a field and what was expected.
    fn columns(&mut self, layout: &Self::Layout, visitor: &mut Visitor<'_>) -> Result<(), String>;

    /// Checks that the row can stand after the rows before it.
    ///
    /// # Errors
    /// What was found and what was expected.
    fn check(&self, _before: &[Self]) -> Result<(), String> {
        Ok(())
    }
}

/// The names of columns, or the fields of a row. The columns of times, which begin with `time_`, come after the checksum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// Those that the checksum covers.
    pub fixed: Vec<String>,
    /// Those of times, which may differ between runs.
    pub times: Vec<String>,
}

/// What is done with the columns: their names are collected, or a row is written or read.
#[derive(Debug)]
pub enum Visitor<'a> {
    /// Collects the names.
    Name(&'a mut Fields),
    /// Writes the fields of a row.
    Write(&'a mut Fields),
    /// Reads the fields of a row, one after the other.
    Read(slice::Iter<'a, String>, slice::Iter<'a, String>),
}

impl Visitor<'_> {
    /// A column whose field is made and read by functions.
    ///
    /// # Errors
    /// What was found and expected, if a field cannot be read.
    pub fn parsed<V>(
        &mut self,
        name: &str,
        value: &mut V,
        write: impl FnOnce(&V) -> String,
        read: impl FnOnce(&str) -> Option<V>,
        expected: &str,
    ) -> Result<(), String> {
        let is_time = name.starts_with("time_");
        let of = |fields: &mut Fields, text| match is_time {
            true => fields.times.push(text),
            false => fields.fixed.push(text),
        };
        match self {
            Self::Name(columns) => of(columns, name.to_owned()),
            Self::Write(row) => of(row, write(value)),
            Self::Read(fixed, times) => {
                let fields = if is_time { times } else { fixed };
                let text = fields.next().expect("a row has a field for each column");
                let unlike = || format!("{name}: found {text:?}, expected {expected}");
                *value = read(text).ok_or_else(unlike)?;
            }
        }
        Ok(())
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
        self.parsed(name, value, V::to_string, |text| text.parse().ok(), "a number")
    }

    /// A column with one text in all rows of a file: what they are rows of.
    ///
    /// # Errors
    /// If a field is another text.
    pub fn same(&mut self, name: &str, value: &str) -> Result<(), String> {
        let is_same = |found: &str| (found == value).then_some(());
        let expected = format!("{value:?}: the row belongs to other settings");
        self.parsed(name, &mut (), |()| value.to_owned(), is_same, &expected)
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
        let write = |value: &Option<V>| value.as_ref().map_or(String::new(), V::to_string);
        let read = |text: &str| match text {
            "" => Some(None),
            number => number.parse().ok().map(Some),
        };
        self.parsed(name, value, write, read, "a number")
    }

    /// A column of times, in seconds with so many digits.
    ///
    /// # Errors
    /// If a field is not a duration in seconds.
    pub fn seconds(&mut self, name: &str, digits: usize, value: &mut f64) -> Result<(), String> {
        let is_duration = |seconds: &f64| Duration::try_from_secs_f64(*seconds).is_ok();
        let read = |text: &str| text.parse().ok().filter(is_duration);
        let write = |seconds: &f64| format!("{seconds:.digits$}");
        self.parsed(name, value, write, read, "a number of seconds, at least 0")
    }
}

/// Checks a number that follows on others.
///
/// # Errors
/// What was found and what was expected.
pub fn check_number(name: &str, found: u64, expected: u64) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{name}: found {found}, expected {expected}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_is_no_duration_is_refused() {
        let seconds = |text: &str| {
            let (times, mut value) = ([text.to_owned()], 0.0);
            let mut fields = Visitor::Read([].iter(), times.iter());
            fields.seconds("time_seconds", 3, &mut value).map(|()| value)
        };
        assert_eq!(seconds("1.250"), Ok(1.25));
        for text in ["", "1.2x", "-0.5", "nan", "inf", "1e300"] {
            let problem = seconds(text).expect_err(text);
            let found = format!("time_seconds: found {text:?}, expected a number");
            assert!(problem.starts_with(&found), "{problem}");
        }
    }
}
