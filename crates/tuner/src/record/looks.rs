//! `looks.csv`: the ledger of validations.
//!
//! A row is written before the first game of a validation is played, so that
//! every look at validation games is counted even if the process is killed.

use std::ops::Range;

use crate::record::error::CheckpointError;
use crate::record::file_names::LOOKS;
use crate::record::folder::Folder;
use tune2048_files::journal::{self, Columns, Contents, Fields, Journal, Row};

/// A validation that was begun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The number of the look, from 1.
    pub look: u32,
    /// The games of the search before the look.
    pub search_games: u64,
    /// The recommended weights: their place in the list of finalists, from 0.
    pub winner: usize,
    /// The starting weights: their place in the list of finalists, from 0.
    pub start: usize,
    /// The first game of the selection stream that the race may have played.
    pub race_from: u64,
    /// The first game of the selection stream that is left to later races.
    pub race_to: u64,
    /// The first game of the validation stream that the look plays.
    pub validation_from: u64,
    /// The number of games of the validation stream that the look plays.
    pub validation_games: u32,
    /// The share of the campaign's 5 % error that the look spends.
    pub error: f64,
}

/// The ledger, open for appending.
#[derive(Debug)]
pub struct LookLog {
    journal: Journal,
    looks: Vec<Look>,
}

fn columns(folder: &Folder) -> Columns {
    let columns = Columns::fixed([
        "look",
        "search_games",
        "winner",
        "start",
        "race_from",
        "race_to",
        "validation_from",
        "validation_games",
        "error",
    ]);
    columns.of_campaign(folder.fingerprint())
}

impl Look {
    /// The games of the validation stream that the look plays.
    pub fn games(&self) -> Range<u64> {
        let games = u64::from(self.validation_games);
        self.validation_from..self.validation_from.saturating_add(games)
    }

    /// Checks that the games of the look exist, and that it spends a share of the error.
    fn check(&self) -> Result<(), String> {
        let (from, games) = (self.validation_from, self.validation_games);
        if games == 0 || from.checked_add(games.into()).is_none() {
            return Err(format!(
                "validation_games: found {games} from game {from} on, expected at least 1 game, \
                 and a last one below 2^64"
            ));
        }
        if self.race_from > self.race_to {
            let (from, to) = (self.race_from, self.race_to);
            return Err(format!("race_to: found {to}, expected at least {from}"));
        }
        if !(self.error > 0.0 && self.error < 1.0) {
            let found = self.error;
            return Err(format!("error: found {found}, expected a share between 0 and 1"));
        }
        Ok(())
    }

    fn to_row(self) -> Row {
        Row::fixed(vec![
            self.look.to_string(),
            self.search_games.to_string(),
            self.winner.to_string(),
            self.start.to_string(),
            self.race_from.to_string(),
            self.race_to.to_string(),
            self.validation_from.to_string(),
            self.validation_games.to_string(),
            self.error.to_string(),
        ])
    }

    fn from_fields(fields: &mut Fields<'_>) -> Result<Self, String> {
        Ok(Self {
            look: fields.number()?,
            search_games: fields.number()?,
            winner: fields.number()?,
            start: fields.number()?,
            race_from: fields.number()?,
            race_to: fields.number()?,
            validation_from: fields.number()?,
            validation_games: fields.number()?,
            error: fields.number()?,
        })
    }
}

fn decode(contents: &Contents) -> Result<Vec<Look>, CheckpointError> {
    let looks = contents.decode(|fields, before: &[Look]| {
        let look = Look::from_fields(fields)?;
        let (found, expected) = (look.look, before.len() + 1);
        if found as usize != expected {
            return Err(format!("look: found {found}, expected {expected}"));
        }
        look.check()?;
        Ok(look)
    });
    Ok(looks?)
}

impl LookLog {
    /// Opens the file or makes it.
    ///
    /// # Errors
    /// If the file cannot be opened, another process has it open, or it is damaged.
    pub fn open(folder: &Folder) -> Result<Self, CheckpointError> {
        let (journal, contents) = Journal::open(&folder.file(LOOKS), columns(folder))?;
        let looks = decode(&contents)?;
        Ok(Self { journal, looks })
    }

    /// Reads the looks of a file without opening it for appending; none if
    /// there is no file.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read(folder: &Folder) -> Result<Vec<Look>, CheckpointError> {
        let path = folder.file(LOOKS);
        decode(&journal::read_if_present(&path, &columns(folder))?)
    }

    /// All looks in order.
    pub fn looks(&self) -> &[Look] {
        &self.looks
    }

    /// The last look, if there was one.
    pub fn last(&self) -> Option<&Look> {
        self.looks.last()
    }

    /// Appends a look and waits until it is on the disk.
    ///
    /// # Errors
    /// If the look cannot be written.
    pub fn append(&mut self, look: Look) -> Result<(), CheckpointError> {
        self.journal.append(&look.to_row())?;
        self.looks.push(look);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_round_trip_and_a_missing_one_is_noticed() {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::create(path.path()).unwrap();
        let look = |look| Look {
            look,
            search_games: u64::MAX,
            winner: 4,
            start: 0,
            race_from: 1,
            race_to: 2,
            validation_from: 3,
            validation_games: 5,
            error: 0.05 / 6.0,
        };
        let mut looks = LookLog::open(&folder).unwrap();
        looks.append(look(1)).unwrap();
        looks.append(look(2)).unwrap();
        assert_eq!(LookLog::read(&folder).unwrap(), [look(1), look(2)]);
        looks.append(look(4)).unwrap();
        let error = LookLog::read(&folder).unwrap_err().to_string();
        assert!(error.contains("looks.csv line 4: look: found 4"), "{error}");
    }
}
