//! `changes.csv`: the changes of the search space after the start.
//!
//! A row is on the disk before the change takes effect, and names the first
//! generation that it applies to. A campaign that is killed and resumed
//! therefore meets every change at the same generation as one that is not.

use crate::record::worker_presence::unix_now;
use crate::record::{CHANGES, Folder, Result};
use tune2048_files::record::{Record, Visitor, check_number};

/// A change of the search space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangeRow {
    /// The number of the change, from 1.
    pub change: u32,
    /// The first generation that the change applies to, at least 1.
    pub generation: u32,
    /// The differences in words, for readers.
    pub settings: String,
    /// The text of the search space before the change.
    pub before: String,
    /// The text of the search space after the change.
    pub after: String,
    /// The time at which the change was recorded, in seconds since 1970.
    pub unix_seconds: u64,
}

/// A column of a text of several lines, in one line.
fn json(name: &str, text: &mut String, visitor: &mut Visitor<'_>) -> Result<(), String> {
    let write = |text: &String| serde_json::to_string(text).expect("a text has a JSON form");
    let read = |field: &str| serde_json::from_str(field).ok();
    visitor.parsed(name, text, write, read, "a JSON string")
}

impl Record for ChangeRow {
    type Layout = ();

    fn columns(&mut self, (): &(), visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("change", &mut self.change)?;
        visitor.column("generation", &mut self.generation)?;
        visitor.column("settings", &mut self.settings)?;
        json("before", &mut self.before, visitor)?;
        json("after", &mut self.after, visitor)?;
        visitor.unix_seconds("time_unix_seconds", &mut self.unix_seconds)
    }

    fn check(&self, before: &[Self]) -> Result<(), String> {
        let previous = before.last();
        let number = previous.map(|previous| previous.change.into());
        check_number("change", self.change.into(), number, 1)?;
        let from = previous.map_or(1, |previous| previous.generation);
        if self.generation < from {
            return Err(format!("generation: found {}, expected at least {from}", self.generation));
        }
        Ok(())
    }
}

/// Appends a change, waits until it is on the disk, and returns its row.
///
/// # Errors
/// If the file is damaged, another process has it open, or it cannot be written.
pub fn append(
    folder: &Folder,
    generation: u32,
    settings: &str,
    [before, after]: [&str; 2],
) -> Result<ChangeRow> {
    let mut table = folder.open_table(CHANGES, ())?;
    let last: Option<&ChangeRow> = table.last();
    let row = ChangeRow {
        change: last.map_or(1, |last| last.change + 1),
        generation: generation.max(last.map_or(1, |last| last.generation)),
        settings: settings.to_owned(),
        before: before.to_owned(),
        after: after.to_owned(),
        unix_seconds: unix_now(),
    };
    table.append(row.clone())?;
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::folder::tests::scratch;

    fn read(folder: &Folder) -> Result<Vec<ChangeRow>> {
        folder.read_table(CHANGES, &())
    }

    #[test]
    fn changes_round_trip_whatever_the_text() {
        let (_path, folder) = scratch();
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
    fn missing_and_doubled_rows_are_noticed() {
        let (_path, folder) = scratch();
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
