//! `finalists.csv` and `final-games.csv`: the weights that played after the search, and all of their games.
//!
//! A game is a pure function of weights, player and seed. A recorded game
//! therefore stays true when the search goes on, and is never played again.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::record::{
    FINAL_GAMES, FINALISTS, FinalGame, Finalist, Folder, Result, RowLayout, Table,
};
use crate::subject::Subject;
use tune2048_engine::game::{GameResult, Stream};

/// The results of final games by stream, game and finalist.
type Results = HashMap<(Stream, u64, usize), GameResult>;

/// The finalists of a campaign and their games, open for appending.
#[derive(Debug)]
pub struct FinalsLog {
    pub(crate) finalists: Table<Finalist>,
    pub(crate) games: Table<FinalGame>,
    results: Results,
}

/// Checks the games of finalists, the first of which stands in line 2, and returns their results.
fn results(folder: &Folder, finalists: usize, games: &[FinalGame]) -> Result<Results> {
    let mut results = Results::new();
    for (index, game) in games.iter().enumerate() {
        let FinalGame { game: number, finalist, .. } = *game;
        let problem = if finalist >= finalists {
            format!("finalist: found {finalist}, expected one of the {finalists} in {FINALISTS}")
        } else if results.insert((game.stream, number, finalist), game.result).is_some() {
            format!("found game {number} of finalist {finalist} a second time")
        } else {
            continue;
        };
        return Err(folder.damaged(FINAL_GAMES, index, problem));
    }
    Ok(results)
}

impl FinalsLog {
    /// Opens the files or makes them.
    ///
    /// # Errors
    /// If a file cannot be opened, another process has it open, or it is damaged.
    pub fn open(folder: &Folder, subject: &Arc<Subject>) -> Result<Self> {
        let layout = RowLayout::new(subject, &[]);
        let finalists: Table<Finalist> = folder.open_table(FINALISTS, layout.clone())?;
        let games: Table<FinalGame> = folder.open_table(FINAL_GAMES, layout)?;
        let results = results(folder, finalists.rows().len(), games.rows())?;
        Ok(Self { finalists, games, results })
    }

    /// Reads the finalists of a campaign and all of their games, ordered by
    /// stream, game and finalist, without opening the files for appending;
    /// none where there are no files.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub fn read(
        folder: &Folder,
        subject: &Arc<Subject>,
    ) -> Result<(Vec<Finalist>, Vec<FinalGame>)> {
        // The games come first: a finalist is on the disk before its games.
        let layout = RowLayout::new(subject, &[]);
        let mut games: Vec<FinalGame> = folder.read_table(FINAL_GAMES, &layout)?;
        let finalists: Vec<Finalist> = folder.read_table(FINALISTS, &layout)?;
        results(folder, finalists.len(), &games)?;
        games.sort_by_key(|game| (game.stream as u8, game.game, game.finalist));
        Ok((finalists, games))
    }

    /// Returns the place of a finalist in the list; a new one is appended.
    ///
    /// # Errors
    /// If the finalist cannot be written.
    pub fn place(&mut self, finalist: &Finalist) -> Result<usize> {
        let mut known = self.finalists.rows().iter();
        let plays_alike =
            |other: &Finalist| other.player == finalist.player && other.weights == finalist.weights;
        if let Some(place) = known.position(plays_alike) {
            return Ok(place);
        }
        let place = self.finalists.rows().len();
        self.finalists.append(Finalist { place, ..finalist.clone() })?;
        Ok(place)
    }

    /// The recorded result of a game, if there is one.
    pub fn game(&self, stream: Stream, game: u64, finalist: usize) -> Option<GameResult> {
        self.results.get(&(stream, game, finalist)).copied()
    }

    /// The recorded results of a finalist's games; `None` unless there are all of them.
    pub fn results(
        &self,
        stream: Stream,
        games: Range<u64>,
        finalist: usize,
    ) -> Option<Vec<GameResult>> {
        games.map(|game| self.game(stream, game, finalist)).collect()
    }

    /// The last recorded game of a stream.
    pub fn last_game(&self, stream: Stream) -> Option<u64> {
        let games = self.games.rows().iter().filter(|row| row.stream == stream);
        games.map(|row| row.game).max()
    }

    /// Appends games and waits until they are on the disk.
    ///
    /// # Errors
    /// If the games cannot be written.
    ///
    /// # Panics
    /// If a game is recorded already, or its finalist is not in the list.
    pub fn append(&mut self, games: &[FinalGame]) -> Result<()> {
        self.games.append_all(games.to_vec())?;
        for game in games {
            assert!(
                game.finalist < self.finalists.rows().len(),
                "a finalist is in the list before its games"
            );
            let place = (game.stream, game.game, game.finalist);
            let before = self.results.insert(place, game.result);
            assert!(before.is_none(), "games are played once");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::folder::tests::scratch;
    use crate::subject::Configuration;
    use tune2048_engine::Preset;

    #[test]
    fn rows_that_contradict_others_are_noticed() {
        let (_path, folder) = scratch();
        let weights = Configuration::of_preset(&Preset::ALL[0]);
        let kind = &weights.subject;
        let mut finals = FinalsLog::open(&folder, kind).unwrap();
        finals.place(&Finalist::new("a, \"quoted\" origin", &weights)).unwrap();
        let (stream, result) = (Stream::Validation, GameResult::default());
        let of = |finalist| FinalGame { stream, game: 0, finalist, result };
        for (rows, expected) in [
            ([of(0), of(0)], "line 3: found game 0 of finalist 0 a second time"),
            ([of(0), of(1)], "line 3: finalist: found 1"),
        ] {
            let _ = std::fs::remove_file(folder.file(FINAL_GAMES));
            let mut log: Table<FinalGame> =
                folder.open_table(FINAL_GAMES, RowLayout::new(kind, &[])).unwrap();
            log.append_all(rows.into()).unwrap();
            drop(log);
            let error = FinalsLog::read(&folder, kind).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
