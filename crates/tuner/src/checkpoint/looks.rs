//! `looks.csv`: the ledger of validations.
//!
//! A row is written before the first game of a validation is played, so that
//! no look at validation games goes uncounted, whatever becomes of the process.

use super::error::CheckpointError;
use super::folder::{Folder, LOOKS};
use super::log::{self, Columns, Contents, Log, Row};

/// A validation that was begun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Its number, from 1.
    pub look: u32,
    /// Games of the search that came before it.
    pub search_games: u64,
    /// The weights it is about: their place in the list of finalists, from 0.
    pub winner: usize,
    /// The weights that the search started from: their place in the list.
    pub start: usize,
    /// The first game of the selection stream that its race may have played.
    pub race_from: u64,
    /// The first game of the selection stream that is left to later races.
    pub race_to: u64,
    /// The first of its games of the validation stream.
    pub validation_from: u64,
    /// How many games of the validation stream it has.
    pub validation_games: u32,
    /// The share of the campaign's 5 % error that it spends.
    pub error: f64,
}

/// The ledger, open for appending.
#[derive(Debug)]
pub struct Looks {
    log: Log,
    looks: Vec<Look>,
}

fn columns() -> Columns {
    let names = [
        "look",
        "search_games",
        "winner",
        "start",
        "race_from",
        "race_to",
        "validation_from",
        "validation_games",
        "error",
    ];
    Columns {
        fixed: names.map(str::to_owned).into(),
        times: Vec::new(),
    }
}

impl Look {
    fn to_row(self) -> Row {
        Row {
            fixed: vec![
                self.look.to_string(),
                self.search_games.to_string(),
                self.winner.to_string(),
                self.start.to_string(),
                self.race_from.to_string(),
                self.race_to.to_string(),
                self.validation_from.to_string(),
                self.validation_games.to_string(),
                self.error.to_string(),
            ],
            times: Vec::new(),
        }
    }

    fn from_row(row: &Row, expected: usize) -> Result<Self, String> {
        fn field<T: std::str::FromStr>(row: &Row, index: usize) -> Result<T, String> {
            let text = &row.fixed[index];
            text.parse()
                .map_err(|_| format!("found {text:?}, expected a number"))
        }
        let look: u32 = field(row, 0)?;
        if look as usize != expected {
            return Err(format!("look: found {look}, expected {expected}"));
        }
        Ok(Self {
            look,
            search_games: field(row, 1)?,
            winner: field(row, 2)?,
            start: field(row, 3)?,
            race_from: field(row, 4)?,
            race_to: field(row, 5)?,
            validation_from: field(row, 6)?,
            validation_games: field(row, 7)?,
            error: field(row, 8)?,
        })
    }
}

fn parse(folder: &Folder, contents: &Contents) -> Result<Vec<Look>, CheckpointError> {
    let rows = contents.rows.iter().enumerate();
    rows.map(|(index, row)| {
        Look::from_row(row, index + 1)
            .map_err(|problem| CheckpointError::damaged(&folder.file(LOOKS), index + 2, problem))
    })
    .collect()
}

impl Looks {
    /// Opens or makes the file.
    ///
    /// # Errors
    /// If the file cannot be opened, is held by another process, or is damaged.
    pub fn open(folder: &Folder) -> Result<Self, CheckpointError> {
        let (log, contents) = Log::open(&folder.file(LOOKS), columns())?;
        let looks = parse(folder, &contents)?;
        Ok(Self { log, looks })
    }

    /// Reads the file without holding it; no looks if there is none.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read(folder: &Folder) -> Result<Vec<Look>, CheckpointError> {
        let path = folder.file(LOOKS);
        if !path.exists() {
            return Ok(Vec::new());
        }
        parse(folder, &log::read(&path, &columns())?)
    }

    /// The last look, if there was one.
    pub fn last(&self) -> Option<&Look> {
        self.looks.last()
    }

    /// Appends a look and waits until it is on the disk.
    ///
    /// # Errors
    /// If the system cannot write it.
    pub fn append(&mut self, look: Look) -> Result<(), CheckpointError> {
        self.log.append(&look.to_row())?;
        self.looks.push(look);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_round_trip_and_a_missing_one_is_told() {
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
        let mut looks = Looks::open(&folder).unwrap();
        looks.append(look(1)).unwrap();
        looks.append(look(2)).unwrap();
        assert_eq!(Looks::read(&folder).unwrap(), [look(1), look(2)]);
        looks.append(look(4)).unwrap();
        let error = Looks::read(&folder).unwrap_err().to_string();
        assert!(error.contains("looks.csv line 4: look: found 4"), "{error}");
    }
}
