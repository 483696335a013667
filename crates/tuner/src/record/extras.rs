//! `extras.csv`: extra numbers that a program reports of its games.
//!
//! The file stands beside the record: the campaign is continued without it.

use std::collections::BTreeMap;

use crate::record::{EXTRAS, Folder, Result, Table};
use crate::statistics::{mean, standard_deviation};
use tune2048_files::record::{Record, Visitor};

/// One number of the games of a candidate.
#[derive(Debug, Default)]
pub struct ExtrasRow {
    generation: u32,
    /// 0; campaigns of earlier builds with adaptive games have rounds.
    round: u32,
    candidate: u32,
    name: String,
    games: usize,
    mean: f64,
    sd: Option<f64>,
    min: f64,
    max: f64,
}

impl Record for ExtrasRow {
    type Layout = ();

    fn columns(&mut self, (): &(), visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("generation", &mut self.generation)?;
        visitor.column("round", &mut self.round)?;
        visitor.column("candidate", &mut self.candidate)?;
        visitor.column("name", &mut self.name)?;
        visitor.column("games", &mut self.games)?;
        visitor.column("mean", &mut self.mean)?;
        visitor.optional("sd", &mut self.sd)?;
        visitor.column("min", &mut self.min)?;
        visitor.column("max", &mut self.max)
    }

    fn check(&self, before: &[Self]) -> Result<(), String> {
        let order = |row: &Self| (row.generation, row.round, row.candidate, row.name.clone());
        match before.last() {
            Some(last) if order(last) >= order(self) => Err(format!(
                "found {} of candidate {} of generation {} after a later row",
                self.name, self.candidate, self.generation
            )),
            _ => Ok(()),
        }
    }
}

/// Opens the file or makes it, and cuts off the rows from the first on whose games `is_recorded`,
/// given generation and candidate, denies.
///
/// # Errors
/// If the file cannot be opened or is damaged.
pub fn open(folder: &Folder, is_recorded: impl Fn(u32, u32) -> bool) -> Result<Table<ExtrasRow>> {
    let mut log: Table<ExtrasRow> = folder.open_table(EXTRAS, ())?;
    log.keep_while(|row| is_recorded(row.generation, row.candidate))?;
    Ok(log)
}

/// Appends a row for each name of a candidate, before its games themselves are recorded.
///
/// # Errors
/// If the file cannot be written.
pub fn append(
    log: &mut Table<ExtrasRow>,
    (generation, candidate): (u32, u32),
    extras: &BTreeMap<String, Vec<f64>>,
) -> Result<()> {
    for (name, values) in extras {
        log.append_soon(ExtrasRow {
            generation,
            round: 0,
            candidate,
            name: name.clone(),
            games: values.len(),
            mean: mean(values),
            sd: standard_deviation(values),
            min: values.iter().copied().fold(f64::MAX, f64::min),
            max: values.iter().copied().fold(f64::MIN, f64::max),
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::folder::tests::scratch;

    #[test]
    fn rows_of_unrecorded_games_are_cut_off() {
        let (_path, folder) = scratch();
        let extras = |value: f64| [("lines".to_owned(), vec![value, value + 2.0])].into();
        let mut log = open(&folder, |_, _| true).unwrap();
        for candidate in 0..3 {
            append(&mut log, (4, candidate), &extras(1.5)).unwrap();
        }
        let whole = folder.read(EXTRAS).unwrap();
        let row = "4,0,1,lines,2,2.5,1.4142135623730951,1.5,3.5,";
        assert!(whole.contains(row), "{whole}");
        drop(log);
        let mut log = open(&folder, |_, candidate| candidate < 2).unwrap();
        assert_eq!(folder.read(EXTRAS).unwrap().lines().count(), 3);
        append(&mut log, (4, 2), &extras(1.5)).unwrap();
        assert_eq!(folder.read(EXTRAS).unwrap(), whole);
    }
}
