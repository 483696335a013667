//! `baselines.csv`: the stored scores that validations have used in place of games.
//!
//! A later version of the program may have stored more games. The campaign goes on with those that
//! its first validation used, which this file therefore contains.

use std::collections::BTreeMap;

use crate::record::error::CheckpointError;
use crate::record::{BASELINES, Folder};
use crate::weights::baselines::record::Baseline;
use tune2048_files::record::{Record, Visitor};

/// The stored scores by the places of their weights in the list of finalists, from 0.
pub type RecordedBaselines = BTreeMap<usize, Baseline>;

/// The stored scores that stand for games of a finalist.
#[derive(Debug, Default)]
pub struct BaselineRow {
    /// The place of their weights in the list of finalists, from 0.
    pub finalist: usize,
    /// The stored scores.
    pub baseline: Baseline,
}

impl Record for BaselineRow {
    type Layout = ();

    fn columns(&mut self, (): &(), visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("finalist", &mut self.finalist)?;
        let json = |row: &Baseline| serde_json::to_string(row).expect("a baseline has a JSON form");
        let read = |text: &str| serde_json::from_str(text).ok().filter(Baseline::is_consistent);
        let expected = "a baseline as JSON, with counts and sums of the same games";
        visitor.parsed("baseline", &mut self.baseline, json, read, expected)
    }

    fn check(&self, before: &[Self]) -> Result<(), String> {
        if before.iter().any(|other| other.finalist == self.finalist) {
            return Err(format!("found finalist {} a second time", self.finalist));
        }
        Ok(())
    }
}

/// Reads the stored scores that a campaign has used; nothing if there is no file.
///
/// # Errors
/// If the file cannot be read or is damaged.
pub fn recorded(folder: &Folder) -> Result<RecordedBaselines, CheckpointError> {
    let rows = folder.read_table(BASELINES, &())?.into_iter();
    Ok(rows.map(|row: BaselineRow| (row.finalist, row.baseline)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Table;
    use crate::weights::baselines;

    #[test]
    fn baselines_round_trip_and_a_doubled_one_is_noticed() {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::create(path.path()).unwrap();
        assert!(recorded(&folder).unwrap().is_empty());
        let stored = &baselines::STORED.baselines;
        let mut log: Table<BaselineRow> = folder.open_table(BASELINES, ()).unwrap();
        for (finalist, baseline) in [0, 7].into_iter().zip(stored.iter().cloned()) {
            log.append(BaselineRow { finalist, baseline }).unwrap();
        }
        let read = recorded(&folder).unwrap();
        assert_eq!(read, [(0, stored[0].clone()), (7, stored[1].clone())].into());
        let text = folder.read(BASELINES).unwrap();
        let last = text.lines().last().unwrap();
        folder.write(BASELINES, &format!("{text}{last}\n")).unwrap();
        let error = recorded(&folder).unwrap_err().to_string();
        assert!(error.contains("baselines.csv line 4: found finalist 7 a second time"), "{error}");
    }
}
