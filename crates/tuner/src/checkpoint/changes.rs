//! `changes.csv`: what a campaign was given on the way.
//!
//! A row stands on the disk before anything is done with it, and says from
//! which generation on it holds. So a campaign that is cut and resumed meets
//! every change where the one that was not cut has met it.

use std::time::{SystemTime, UNIX_EPOCH};

use super::error::CheckpointError;
use super::folder::{CHANGES, Folder};
use super::log::{self, Columns, Contents, Log, Row};

/// A change of the search space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeRow {
    /// Its number, from 1.
    pub change: u32,
    /// The first generation that it holds for, at least 1.
    pub generation: u32,
    /// What is different, in words, for readers.
    pub settings: String,
    /// The search space before, to the letter.
    pub before: String,
    /// The search space from there on, to the letter.
    pub after: String,
    /// When it was recorded, in seconds since 1970.
    pub unix_seconds: u64,
}

fn columns() -> Columns {
    let fixed = ["change", "generation", "settings", "before", "after"];
    Columns {
        fixed: fixed.map(str::to_owned).into(),
        times: vec!["time_unix_seconds".to_owned()],
    }
}

/// A text as one field of one line.
fn to_field(text: &str) -> String {
    serde_json::to_string(text).expect("a text has a JSON form")
}

impl ChangeRow {
    fn to_row(&self) -> Row {
        Row {
            fixed: vec![
                self.change.to_string(),
                self.generation.to_string(),
                self.settings.clone(),
                to_field(&self.before),
                to_field(&self.after),
            ],
            times: vec![self.unix_seconds.to_string()],
        }
    }

    fn from_row(row: &Row) -> Result<Self, String> {
        let number = |place: usize| {
            let text = &row.fixed[place];
            let unlike = |_| format!("found {text:?}, expected a number");
            text.parse::<u32>().map_err(unlike)
        };
        let text = |place: usize| {
            let unlike = |_| "found a field that is no JSON string".to_owned();
            serde_json::from_str::<String>(&row.fixed[place]).map_err(unlike)
        };
        Ok(Self {
            change: number(0)?,
            generation: number(1)?,
            settings: row.fixed[2].clone(),
            before: text(3)?,
            after: text(4)?,
            unix_seconds: row.times[0].parse().unwrap_or(0),
        })
    }

    /// Whether this row can stand after another one.
    fn follows(&self, previous: Option<&Self>) -> Result<(), String> {
        let expected = previous.map_or(1, |previous| previous.change + 1);
        if self.change != expected {
            return Err(format!(
                "change: found {}, expected {expected}",
                self.change
            ));
        }
        let from = previous.map_or(1, |previous| previous.generation);
        if self.generation < from {
            return Err(format!(
                "generation: found {}, expected at least {from}",
                self.generation
            ));
        }
        Ok(())
    }
}

fn parse(folder: &Folder, contents: &Contents) -> Result<Vec<ChangeRow>, CheckpointError> {
    let mut rows: Vec<ChangeRow> = Vec::new();
    for (index, row) in contents.rows.iter().enumerate() {
        let row = ChangeRow::from_row(row)
            .and_then(|row| row.follows(rows.last()).map(|()| row))
            .map_err(|problem| {
                CheckpointError::damaged(&folder.file(CHANGES), index + 2, problem)
            })?;
        rows.push(row);
    }
    Ok(rows)
}

/// The changes of a campaign, in order; none if there is no file.
///
/// # Errors
/// If the file cannot be read or is damaged.
pub fn read(folder: &Folder) -> Result<Vec<ChangeRow>, CheckpointError> {
    let path = folder.file(CHANGES);
    if !path.exists() {
        return Ok(Vec::new());
    }
    parse(folder, &log::read(&path, &columns())?)
}

/// Appends a change and waits until it is on the disk; gives its row.
///
/// # Errors
/// If the file is damaged, held by another process, or cannot be written.
pub fn append(
    folder: &Folder,
    generation: u32,
    settings: &str,
    [before, after]: [&str; 2],
) -> Result<ChangeRow, CheckpointError> {
    let (mut log, contents) = Log::open(&folder.file(CHANGES), columns())?;
    let known = parse(folder, &contents)?;
    let last = known.last();
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let row = ChangeRow {
        change: last.map_or(1, |last| last.change + 1),
        generation: generation.max(last.map_or(1, |last| last.generation)),
        settings: settings.to_owned(),
        before: before.to_owned(),
        after: after.to_owned(),
        unix_seconds: now.map_or(0, |since| since.as_secs()),
    };
    log.append(&row.to_row())?;
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, Folder) {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::create(path.path()).unwrap();
        (path, folder)
    }

    #[test]
    fn changes_round_trip_whatever_the_text() {
        let (_path, folder) = folder();
        assert_eq!(read(&folder).unwrap(), []);
        let texts = ["a = \"1,\\n\"\r\n# \u{e9}\n", "\n\"\",'"];
        let first = append(&folder, 3, "depth: 1, then 2", texts).unwrap();
        let second = append(&folder, 2, "", [texts[1], ""]).unwrap();
        assert_eq!((first.change, first.generation), (1, 3));
        assert_eq!((second.change, second.generation), (2, 3));
        assert_eq!((first.before.as_str(), first.after.as_str()), texts.into());
        assert_eq!(read(&folder).unwrap(), [first, second]);
    }

    #[test]
    fn missing_and_doubled_rows_are_told() {
        let (_path, folder) = folder();
        for generation in 1..=3 {
            append(&folder, generation, "", ["a", "b"]).unwrap();
        }
        let text = folder.read(CHANGES).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for (kept, problem) in [
            (vec![0, 2, 3], "line 2: change: found 2, expected 1"),
            (vec![0, 1, 3], "line 3: change: found 3, expected 2"),
            (vec![0, 1, 1], "line 3: change: found 1, expected 2"),
        ] {
            let text: String = kept.iter().map(|&line| lines[line]).collect();
            folder.write(CHANGES, &text).unwrap();
            let error = read(&folder).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }
}
