//! `finalists.csv` and `final-games.csv`: the weights that played after the search, and all of their games.
//!
//! A game is a pure function of weights, player and seed. A recorded game
//! therefore stays true when the search goes on, and is never played again.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::record::error::CheckpointError;
use crate::record::file_names::{FINAL_GAMES, FINALISTS};
use crate::record::final_rows::{FinalGame, Finalist, finalist_columns, game_columns};
use crate::record::folder::Folder;
use crate::subject::Subject;
use tune2048_engine::game::{GameResult, Stream};
use tune2048_files::journal::{self, Contents, Journal, Row};

/// Finalists and their games in memory.
#[derive(Clone, Debug, Default)]
struct Contestants {
    finalists: Vec<Finalist>,
    games: HashMap<(Stream, u64, usize), GameResult>,
}

/// The finalists of a campaign and their games, open for appending.
#[derive(Debug)]
pub struct FinalsLog {
    finalist_journal: Journal,
    game_journal: Journal,
    subject: Arc<Subject>,
    known: Contestants,
}

impl Contestants {
    fn decode(
        subject: &Subject,
        finalists: &Contents,
        games: &Contents,
    ) -> Result<Self, CheckpointError> {
        let finalists = finalists.decode(|fields, before: &[Finalist]| {
            Finalist::from_fields(fields, before.len(), subject)
        })?;
        let mut known = Self { finalists, games: HashMap::new() };
        games.decode(|fields, _: &[()]| known.add(&FinalGame::from_fields(fields, subject)?))?;
        Ok(known)
    }

    fn add(&mut self, game: &FinalGame) -> Result<(), String> {
        let (number, count) = (game.finalist, self.finalists.len());
        if number >= count {
            return Err(format!(
                "finalist: found {number}, expected one of the {count} in {FINALISTS}"
            ));
        }
        let key = (game.stream, game.game, game.finalist);
        match self.games.insert(key, game.result) {
            None => Ok(()),
            Some(_) => Err(format!("found game {} of finalist {number} a second time", game.game)),
        }
    }
}

impl FinalsLog {
    /// Opens the files or makes them.
    ///
    /// # Errors
    /// If a file cannot be opened, another process has it open, or it is damaged.
    pub fn open(folder: &Folder, subject: &Arc<Subject>) -> Result<Self, CheckpointError> {
        let (finalist_journal, finalists) =
            Journal::open(&folder.file(FINALISTS), finalist_columns(folder, subject))?;
        let (game_journal, games) =
            Journal::open(&folder.file(FINAL_GAMES), game_columns(folder, subject))?;
        Ok(Self {
            subject: Arc::clone(subject),
            finalist_journal,
            game_journal,
            known: Contestants::decode(subject, &finalists, &games)?,
        })
    }

    /// Reads the finalists of a campaign and all of their games, ordered by
    /// stream, game and finalist, without opening the files for appending;
    /// none where there are no files.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub fn read(
        folder: &Folder,
        subject: &Subject,
    ) -> Result<(Vec<Finalist>, Vec<FinalGame>), CheckpointError> {
        // The games come first: a finalist is on the disk before its games.
        let games =
            journal::read_if_present(&folder.file(FINAL_GAMES), &game_columns(folder, subject))?;
        let columns = finalist_columns(folder, subject);
        let finalists = journal::read_if_present(&folder.file(FINALISTS), &columns)?;
        let known = Contestants::decode(subject, &finalists, &games)?;
        let game =
            |((stream, game, finalist), result)| FinalGame { stream, game, finalist, result };
        let mut games: Vec<FinalGame> = known.games.into_iter().map(game).collect();
        games.sort_by_key(|game| (game.stream as u8, game.game, game.finalist));
        Ok((known.finalists, games))
    }

    /// Returns the place of a finalist in the list; a new one is appended.
    ///
    /// # Errors
    /// If the finalist cannot be written.
    pub fn place(&mut self, finalist: &Finalist) -> Result<usize, CheckpointError> {
        let mut known = self.known.finalists.iter();
        if let Some(place) = known.position(|other| other.plays_as(finalist)) {
            return Ok(place);
        }
        let place = self.known.finalists.len();
        self.finalist_journal.append(&finalist.to_row(place))?;
        self.known.finalists.push(finalist.clone());
        Ok(place)
    }

    /// The number of finalists.
    pub fn finalists(&self) -> usize {
        self.known.finalists.len()
    }

    /// The finalist at a place.
    ///
    /// # Panics
    /// If the list is shorter.
    pub fn finalist(&self, place: usize) -> &Finalist {
        &self.known.finalists[place]
    }

    /// The recorded result of a game, if there is one.
    pub fn game(&self, stream: Stream, game: u64, finalist: usize) -> Option<GameResult> {
        self.known.games.get(&(stream, game, finalist)).copied()
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

    /// Whether any game of a stream is recorded.
    pub fn has_games(&self, stream: Stream) -> bool {
        self.known.games.keys().any(|(other, _, _)| *other == stream)
    }

    /// Appends games and waits until they are on the disk.
    ///
    /// # Errors
    /// If the games cannot be written.
    ///
    /// # Panics
    /// If a game is recorded already, or its finalist is not in the list.
    pub fn append(&mut self, games: &[FinalGame]) -> Result<(), CheckpointError> {
        let rows: Vec<Row> = games.iter().map(|game| game.to_row(&self.subject)).collect();
        self.game_journal.append_all(&rows)?;
        for game in games {
            self.known.add(game).expect("games are played once");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::Configuration;
    use tune2048_engine::presets::Preset;

    fn folder() -> (tempfile::TempDir, Folder) {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::create(path.path()).unwrap();
        (path, folder)
    }

    fn weights(name: &str) -> Configuration {
        let weights = Configuration::of_preset(Preset::find(name).unwrap());
        weights.with("empty", 1.0 / 3.0)
    }

    fn finalist(name: &str) -> Finalist {
        Finalist::new("a, \"quoted\" origin", &weights(name))
    }

    fn game(game: u64, finalist: usize) -> FinalGame {
        FinalGame {
            stream: Stream::Validation,
            game,
            finalist,
            result: GameResult {
                score: u64::MAX,
                largest_tile: 65_536,
                moves: 7,
                nodes: 1,
                inner_nodes: 0,
            },
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let (_path, folder) = folder();
        let subject = weights("2014").subject;
        let kind = &subject;
        let mut finals = FinalsLog::open(&folder, kind).unwrap();
        assert_eq!(finals.place(&finalist("2014")).unwrap(), 0);
        assert_eq!(finals.place(&finalist("2014-simple")).unwrap(), 1);
        finals.append(&[game(3, 0), game(3, 1)]).unwrap();
        drop(finals);
        let mut finals = FinalsLog::open(&folder, kind).unwrap();
        assert_eq!(finals.finalist(1), &finalist("2014-simple"));
        assert_eq!(finals.place(&finalist("2014")).unwrap(), 0);
        assert_eq!(finals.game(Stream::Validation, 3, 1), Some(game(3, 1).result));
        assert_eq!(finals.game(Stream::Selection, 3, 1), None);
        assert_eq!(FinalsLog::read(&folder, kind).unwrap().0.len(), 2);
    }

    #[test]
    fn rows_that_contradict_others_are_noticed() {
        let (_path, folder) = folder();
        let subject = weights("2014").subject;
        let kind = &subject;
        let mut finals = FinalsLog::open(&folder, kind).unwrap();
        finals.place(&finalist("2014")).unwrap();
        for (rows, expected) in [
            ([game(0, 0), game(0, 0)], "line 3: found game 0 of finalist 0 a second time"),
            ([game(0, 0), game(0, 1)], "line 3: finalist: found 1"),
        ] {
            let _ = std::fs::remove_file(folder.file(FINAL_GAMES));
            let (mut log, _) =
                Journal::open(&folder.file(FINAL_GAMES), game_columns(&folder, kind)).unwrap();
            log.append_all(&rows.map(|game| game.to_row(kind))).unwrap();
            drop(log);
            let known =
                journal::read(&folder.file(FINALISTS), &finalist_columns(&folder, kind)).unwrap();
            let games =
                journal::read(&folder.file(FINAL_GAMES), &game_columns(&folder, kind)).unwrap();
            let error = Contestants::decode(kind, &known, &games).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
