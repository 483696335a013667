//! `looks.csv`: the ledger of validations.
//!
//! A row is written before the first game of a validation is played, so that
//! every look at validation games is counted even if the process is killed.

use std::ops::Range;

use tune2048_files::record::{Record, Visitor, check_number};

/// A validation that was begun.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

impl Look {
    /// The games of the validation stream that the look plays.
    pub fn games(&self) -> Range<u64> {
        let games = u64::from(self.validation_games);
        self.validation_from..self.validation_from.saturating_add(games)
    }
}

impl Record for Look {
    type Layout = ();

    fn columns(&mut self, (): &(), visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("look", &mut self.look)?;
        visitor.column("search_games", &mut self.search_games)?;
        visitor.column("winner", &mut self.winner)?;
        visitor.column("start", &mut self.start)?;
        visitor.column("race_from", &mut self.race_from)?;
        visitor.column("race_to", &mut self.race_to)?;
        visitor.column("validation_from", &mut self.validation_from)?;
        visitor.column("validation_games", &mut self.validation_games)?;
        visitor.column("error", &mut self.error)
    }

    /// Checks that the games of the look exist, and that it spends a share of the error.
    fn check(&self, before: &[Self]) -> Result<(), String> {
        let previous = before.last().map(|look| look.look.into());
        check_number("look", self.look.into(), previous, 1)?;
        let Self { race_from, race_to, error, validation_games: games, .. } = *self;
        let from = self.validation_from;
        if games == 0 || from.checked_add(games.into()).is_none() {
            return Err(format!(
                "validation_games: found {games} from game {from} on, expected at least 1 game, \
                 and a last one below 2^64"
            ));
        }
        if race_from > race_to {
            return Err(format!("race_to: found {race_to}, expected at least {race_from}"));
        }
        if !(error > 0.0 && error < 1.0) {
            return Err(format!("error: found {error}, expected a share between 0 and 1"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Table;
    use crate::record::file_names::LOOKS;
    use crate::record::folder::tests::scratch;

    #[test]
    fn looks_round_trip_and_a_missing_one_is_noticed() {
        let (_path, folder) = scratch();
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
        let mut looks: Table<Look> = folder.open_table(LOOKS, ()).unwrap();
        let read = || folder.read_table::<Look>(LOOKS, &());
        looks.append(look(1)).unwrap();
        looks.append(look(2)).unwrap();
        assert_eq!(read().unwrap(), [look(1), look(2)]);
        looks.append(look(4)).unwrap();
        let error = read().unwrap_err().to_string();
        assert!(error.contains("looks.csv line 4: look: found 4"), "{error}");
    }
}
