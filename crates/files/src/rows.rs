//! How rows are written in a file, and read from it.

use std::io;
use std::marker::PhantomData;
use std::path::Path;

use crate::FileError;
use crate::journal::{LogReader, LogWriter, Shape};
use crate::record::{Fields, Record, Visitor};

/// The rows of a file of one kind.
#[derive(Debug)]
pub struct Rows<T: Record> {
    layout: T::Layout,
    columns: Fields,
    of: PhantomData<fn() -> T>,
}

impl<T: Record> Rows<T> {
    /// Rows with this layout.
    pub fn new(layout: T::Layout) -> Self {
        let mut columns = Fields::default();
        let named = T::default().columns(&layout, &mut Visitor::Name(&mut columns));
        named.expect("nothing is read");
        Self { layout, columns, of: PhantomData }
    }

    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn reader(&self, path: &Path) -> Result<LogReader, FileError> {
        let Fields { fixed, times } = &self.columns;
        let names = fixed.iter().map(String::as_str).chain(["crc32"]);
        let header = line(names.chain(times.iter().map(String::as_str)));
        let shape = if T::IS_CHAINED { Shape::Rows } else { Shape::Alone };
        LogReader::open(path, shape(times.len()), Some(header))
    }

    /// Appends rows in one write; returns them as they will be read.
    ///
    /// # Errors
    /// If they cannot be written, or would be read otherwise.
    pub fn append(&self, log: &mut LogWriter, rows: Vec<T>) -> Result<Vec<T>, FileError> {
        let written = rows.into_iter().map(|row| self.written(row)).collect::<Result<Vec<_>, _>>();
        let written = written.map_err(io::Error::other);
        let written = written.map_err(FileError::io(&log.path, "append"))?;
        let (lines, rows): (Vec<_>, Vec<_>) = written.into_iter().unzip();
        log.append(&lines)?;
        Ok(rows)
    }

    /// The line of a row up to its checksum, and its times; and the row as it will be read.
    fn written(&self, mut row: T) -> Result<((String, String), T), String> {
        let mut fields = Fields::default();
        row.columns(&self.layout, &mut Visitor::Write(&mut fields)).expect("nothing is read");
        let mut head = line(fields.fixed.iter().map(String::as_str));
        head.pop();
        let tail: String = fields.times.iter().map(|time| format!(",{time}")).collect();
        let read = self.read(&head, &tail)?;
        Ok(((head, tail), read))
    }

    /// Reads a row from its line up to its checksum, and its times.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn read(&self, head: &str, tail: &str) -> Result<T, String> {
        let fields = fields(head);
        let times: Vec<String> = tail.split(',').skip(1).map(str::to_owned).collect();
        let expected = self.columns.fixed.len() + self.columns.times.len();
        let found = fields.len() + times.len();
        if found != expected {
            return Err(format!("found {found} fields beside the checksum, expected {expected}"));
        }
        let mut row = T::default();
        row.columns(&self.layout, &mut Visitor::Read(fields.iter(), times.iter()))?;
        Ok(row)
    }
}

/// The fields of a line.
fn fields(line: &str) -> Vec<String> {
    if !line.contains('"') {
        return line.split(',').map(str::to_owned).collect();
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
    let record = reader.records().next().and_then(Result::ok).unwrap_or_default();
    record.iter().map(str::to_owned).collect()
}

/// Fields as a line of CSV with its end.
pub fn line<'a>(fields: impl Iterator<Item = &'a str>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields).expect("writing to memory does not fail");
    let bytes = writer.into_inner().expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("fields are text")
}
