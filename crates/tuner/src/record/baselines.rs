//! `baselines.csv`: the stored scores that validations have used in place of games.
//!
//! A later version of the program may have stored more games. The campaign goes on with those that
//! its first validation used, which this file therefore contains.

use std::collections::BTreeMap;

use crate::record::error::CheckpointError;
use crate::record::file_names::BASELINES;
use crate::record::folder::Folder;
use crate::weights::baselines::Baseline;
use tune2048_files::journal::{self, Columns, Contents, Journal, Row};

/// The stored scores by the places of their weights in the list of finalists, from 0.
pub type RecordedBaselines = BTreeMap<usize, Baseline>;

/// The file, open for appending.
#[derive(Debug)]
pub struct BaselineLog {
    journal: Journal,
    known: RecordedBaselines,
}

fn columns(folder: &Folder) -> Columns {
    Columns::fixed(["finalist", "baseline"]).of_campaign(folder.fingerprint())
}

fn decode(contents: &Contents) -> Result<RecordedBaselines, CheckpointError> {
    let rows = contents.decode(|fields, before: &[(usize, Baseline)]| {
        let finalist = fields.number()?;
        if before.iter().any(|(other, _)| *other == finalist) {
            return Err(format!("found finalist {finalist} a second time"));
        }
        let baseline = serde_json::from_str(fields.text()).ok();
        let baseline = baseline.filter(Baseline::is_consistent);
        let baseline = baseline.ok_or_else(|| {
            fields.unlike("a baseline as JSON, with counts and sums of the same games")
        })?;
        Ok((finalist, baseline))
    });
    Ok(rows?.into_iter().collect())
}

impl BaselineLog {
    /// Opens the file or makes it.
    ///
    /// # Errors
    /// If the file cannot be opened, another process has it open, or it is damaged.
    pub fn open(folder: &Folder) -> Result<Self, CheckpointError> {
        let (journal, contents) = Journal::open(&folder.file(BASELINES), columns(folder))?;
        let known = decode(&contents)?;
        Ok(Self { journal, known })
    }

    /// Reads the file without opening it for appending; nothing if there is no file.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read(folder: &Folder) -> Result<RecordedBaselines, CheckpointError> {
        let path = folder.file(BASELINES);
        decode(&journal::read_if_present(&path, &columns(folder))?)
    }

    /// The stored scores of a finalist, if they are recorded.
    pub fn of(&self, finalist: usize) -> Option<&Baseline> {
        self.known.get(&finalist)
    }

    /// The number of recorded baselines.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no baseline is recorded.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Appends the stored scores of a finalist and waits until they are on the disk.
    ///
    /// # Errors
    /// If they cannot be written.
    ///
    /// # Panics
    /// If there are stored scores of the finalist already.
    pub fn append(&mut self, finalist: usize, baseline: &Baseline) -> Result<(), CheckpointError> {
        let json = serde_json::to_string(baseline).expect("a baseline has a JSON form");
        self.journal.append(&Row::fixed(vec![finalist.to_string(), json]))?;
        let before = self.known.insert(finalist, baseline.clone());
        assert!(before.is_none(), "a finalist has one baseline");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::baselines;

    #[test]
    fn baselines_round_trip_and_a_doubled_one_is_noticed() {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::create(path.path()).unwrap();
        assert!(BaselineLog::read(&folder).unwrap().is_empty());
        let stored = &baselines::stored().baselines;
        let mut log = BaselineLog::open(&folder).unwrap();
        log.append(0, &stored[0]).unwrap();
        log.append(7, &stored[1]).unwrap();
        drop(log);
        let log = BaselineLog::open(&folder).unwrap();
        assert_eq!((log.of(0), log.of(7)), (Some(&stored[0]), Some(&stored[1])));
        assert_eq!(BaselineLog::read(&folder).unwrap(), log.known);
        let text = folder.read(BASELINES).unwrap();
        let last = text.lines().last().unwrap();
        folder.write(BASELINES, &format!("{text}{last}\n")).unwrap();
        let error = BaselineLog::read(&folder).unwrap_err().to_string();
        assert!(error.contains("baselines.csv line 4: found finalist 7 a second time"), "{error}");
    }
}
