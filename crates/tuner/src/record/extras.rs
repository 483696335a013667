//! `extras.csv`: extra numbers that a program reports of its games.
//!
//! The file stands beside the record: the campaign is continued without it.

use std::collections::BTreeMap;

use crate::record::error::CheckpointError;
use crate::record::file_names::EXTRAS;
use crate::record::folder::Folder;
use crate::statistics::{mean, standard_deviation};
use tune2048_files::journal::{Columns, Journal, Row};

/// The games of a candidate in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtrasPlace {
    /// The generation, from 0.
    pub generation: u32,
    /// The round within the generation, from 0; 0 where there are no rounds.
    pub round: u32,
    /// The candidate within the generation, from 0.
    pub candidate: u32,
}

/// The extra numbers of a campaign. The file is made with the first of them.
#[derive(Debug)]
pub struct ExtrasLog {
    folder: Folder,
    journal: Option<Journal>,
}

fn columns(folder: &Folder) -> Columns {
    let names = ["generation", "round", "candidate", "name", "games", "mean", "sd", "min", "max"];
    Columns::fixed(names).of_campaign(folder.fingerprint())
}

impl ExtrasLog {
    /// Opens the file, if there is one, and cuts off the rows from the first on whose games
    /// `is_recorded` denies.
    ///
    /// # Errors
    /// If the file cannot be opened or is damaged.
    pub fn open(
        folder: &Folder,
        is_recorded: impl Fn(ExtrasPlace) -> bool,
    ) -> Result<Self, CheckpointError> {
        let path = folder.file(EXTRAS);
        let mut log = Self { folder: folder.clone(), journal: None };
        if path.exists() {
            let (mut journal, contents) = Journal::open(&path, columns(folder))?;
            let places = contents.decode(|fields, _: &[ExtrasPlace]| {
                let place = ExtrasPlace {
                    generation: fields.number()?,
                    round: fields.number()?,
                    candidate: fields.number()?,
                };
                fields.rest();
                Ok(place)
            })?;
            let known = places.iter().take_while(|&&place| is_recorded(place));
            journal.keep(&contents, known.count())?;
            log.journal = Some(journal);
        }
        Ok(log)
    }

    /// Appends a row for each name, before the games themselves are recorded.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(
        &mut self,
        place: ExtrasPlace,
        extras: &BTreeMap<String, Vec<f64>>,
    ) -> Result<(), CheckpointError> {
        if extras.is_empty() {
            return Ok(());
        }
        let journal = match &mut self.journal {
            Some(journal) => journal,
            none => {
                let path = self.folder.file(EXTRAS);
                none.insert(Journal::open(&path, columns(&self.folder))?.0)
            }
        };
        for (name, values) in extras {
            let ends = values.iter().fold([f64::MAX, f64::MIN], |[low, high], &value| {
                [low.min(value), high.max(value)]
            });
            let sd = standard_deviation(values);
            journal.append_soon(&Row::fixed(vec![
                place.generation.to_string(),
                place.round.to_string(),
                place.candidate.to_string(),
                name.clone(),
                values.len().to_string(),
                mean(values).to_string(),
                sd.map_or(String::new(), |sd| sd.to_string()),
                ends[0].to_string(),
                ends[1].to_string(),
            ]))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(generation: u32, candidate: u32) -> ExtrasPlace {
        ExtrasPlace { generation, round: 0, candidate }
    }

    #[test]
    fn rows_of_unrecorded_games_are_cut_off() {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::create(path.path()).unwrap();
        let extras = |value: f64| [("lines".to_owned(), vec![value, value + 2.0])].into();
        let mut log = ExtrasLog::open(&folder, |_| true).unwrap();
        log.append(place(0, 0), &BTreeMap::new()).unwrap();
        assert!(!folder.file(EXTRAS).exists(), "nothing was reported");
        for candidate in 0..3 {
            log.append(place(4, candidate), &extras(1.5)).unwrap();
        }
        let whole = folder.read(EXTRAS).unwrap();
        let row = "4,0,1,lines,2,2.5,1.4142135623730951,1.5,3.5,";
        assert!(whole.contains(row), "{whole}");
        drop(log);
        let mut log = ExtrasLog::open(&folder, |place| place.candidate < 2).unwrap();
        assert_eq!(folder.read(EXTRAS).unwrap().lines().count(), 3);
        log.append(place(4, 2), &extras(1.5)).unwrap();
        assert_eq!(folder.read(EXTRAS).unwrap(), whole);
    }
}
