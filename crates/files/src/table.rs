//! Files of rows: how they are written and read, and those that are kept in memory, too.

use std::io;
use std::marker::PhantomData;
use std::path::Path;

use crate::FileError;
use crate::journal::{LogReader, LogWriter, Shape, TORN};
use crate::lock;
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

    /// Appends a row, and returns it as it will be read.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&self, log: &mut LogWriter, row: T) -> Result<T, FileError> {
        let written = self.written(row).map_err(io::Error::other);
        let ((head, tail), row) = written.map_err(FileError::io(&log.path, "append"))?;
        log.append(&head, &tail)?;
        Ok(row)
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

/// A file of rows open for appending, and locked against other processes.
#[derive(Debug)]
pub struct Table<T: Record> {
    log: LogWriter,
    form: Rows<T>,
    rows: Vec<T>,
    /// What a user must be told: a last line was cut short and is left out, or the file system has no locks.
    pub warning: Option<&'static str>,
}

impl<T: Record> Table<T> {
    /// Opens a file or makes it; cuts off a last line that was cut short.
    ///
    /// # Errors
    /// If the file cannot be opened, another process has it open, or it is damaged.
    pub fn open_file(path: &Path, layout: T::Layout) -> Result<Self, FileError> {
        let file = lock::hold(path)?;
        let form = Rows::new(layout);
        let (rows, reader) = read(&form, path)?;
        let warning = reader.is_torn().then_some(TORN);
        let log = LogWriter::after(file, reader)?;
        Ok(Self { log, form, rows, warning })
    }

    /// Reads the rows of a file without opening it for appending; no rows where there is no file.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged before its last line.
    pub fn read(path: &Path, layout: T::Layout) -> Result<Vec<T>, FileError> {
        read(&Rows::new(layout), path).map(|(rows, _)| rows)
    }

    /// The rows in the order of the file.
    pub fn rows(&self) -> &[T] {
        &self.rows
    }

    /// Keeps the first `count` rows, in memory and on the disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&mut self, count: usize) -> Result<(), FileError> {
        if count >= self.rows.len() {
            return Ok(());
        }
        let mut reader = self.form.reader(&self.log.path)?;
        reader.is_past_header()?;
        for _ in 0..count {
            reader.next_line()?;
        }
        self.rows.truncate(count);
        self.log.go_back(reader.place)
    }

    /// Appends a row and waits until it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, row: T) -> Result<(), FileError> {
        self.append_all([row])
    }

    /// Appends rows and waits until they are on the disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append_all(&mut self, rows: impl IntoIterator<Item = T>) -> Result<(), FileError> {
        for row in rows {
            self.rows.push(self.form.append(&mut self.log, row)?);
        }
        self.log.sync()
    }
}

/// Reads the rows of a file.
fn read<T: Record>(form: &Rows<T>, path: &Path) -> Result<(Vec<T>, LogReader), FileError> {
    let mut reader = form.reader(path)?;
    let mut rows = Vec::new();
    while let Some((head, tail)) = reader.next_line()? {
        let row = form.read(&head, &tail).and_then(|row| row.check(&rows).map(|()| row));
        rows.push(row.map_err(|problem| reader.damaged_last(problem))?);
    }
    Ok((rows, reader))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Line {
        number: u32,
        third: f64,
        seconds: f64,
    }

    impl Record for Line {
        type Layout = ();

        fn columns(&mut self, (): &(), visitor: &mut Visitor<'_>) -> Result<(), String> {
            visitor.column("a", &mut self.number)?;
            visitor.column("b", &mut self.third)?;
            visitor.seconds("time_seconds", 1, &mut self.seconds)
        }
    }

    fn row(number: u32) -> Line {
        Line { number, third: f64::from(number) / 3.0, seconds: 0.5 }
    }

    fn written(folder: &Path, rows: u32) -> PathBuf {
        let path = folder.join("log.csv");
        let mut log = Table::open_file(&path, ()).unwrap();
        (0..rows).for_each(|number| log.append(row(number)).unwrap());
        path
    }

    #[test]
    fn a_file_cut_anywhere_goes_on_to_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let whole = std::fs::read(written(folder.path(), 4)).unwrap();
        assert!(whole.starts_with(b"a,b,crc32,time_seconds\n0,0,"));
        for length in 0..whole.len() {
            let path = folder.path().join("cut.csv");
            std::fs::write(&path, &whole[..length]).unwrap();
            let mut log: Table<Line> = Table::open_file(&path, ()).unwrap();
            let ends_whole = length == 0 || whole[length - 1] == b'\n';
            assert_eq!(log.warning.is_none(), ends_whole, "cut at {length}");
            for number in log.rows().len() as u32..4 {
                log.append(row(number)).unwrap();
            }
            drop(log);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {length}");
        }
    }

    #[test]
    fn a_file_that_is_cut_back_goes_on_to_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), 4);
        let whole = std::fs::read(&path).unwrap();
        for count in 0..4 {
            let mut log = Table::open_file(&path, ()).unwrap();
            log.keep(count).unwrap();
            let rows: Vec<Line> = (0..4).map(row).collect();
            assert_eq!(log.rows(), &rows[..count]);
            log.append_all(rows[count..].to_vec()).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), whole);
        }
    }
}
