//! Files of rows in memory and on the disk.

use std::path::{Path, PathBuf};

use crate::FileError;
use crate::journal::{LogReader, LogWriter, warnings};
use crate::lock::{self, Held};
use crate::record::Record;
use crate::rows::Rows;

/// A file of rows open for appending, and locked against other processes.
#[derive(Debug)]
pub struct Table<T: Record> {
    path: PathBuf,
    log: LogWriter,
    form: Rows<T>,
    rows: Vec<T>,
    /// What a user must be told: a last line was cut short and is left out, or the file system has no locks.
    pub warnings: Vec<&'static str>,
}

impl<T: Record> Table<T> {
    /// Opens a file or makes it; cuts off a last line that was cut short.
    ///
    /// # Errors
    /// If the file cannot be opened, another process has it open, or it is damaged.
    pub fn open_file(path: &Path, layout: T::Layout) -> Result<Self, FileError> {
        let Held { file, is_locked } = lock::hold(path)?;
        let form = Rows::new(layout);
        let (rows, reader) = read(&form, path)?;
        let warnings = warnings(reader.is_torn(), is_locked);
        let log = LogWriter::after(file, reader)?;
        Ok(Self { path: path.to_owned(), log, form, rows, warnings })
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
        let mut reader = self.form.reader(&self.path)?;
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
        self.append_all(vec![row])
    }

    /// Appends rows in one write and waits until they are on the disk. A killed process loses none
    /// of them.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append_all(&mut self, rows: Vec<T>) -> Result<(), FileError> {
        let rows = self.form.append(&mut self.log, rows)?;
        self.log.sync()?;
        self.rows.extend(rows);
        Ok(())
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
    use super::*;
    use crate::record::Visitor;

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
            assert_eq!(log.warnings.is_empty(), ends_whole, "cut at {length}");
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
