//! `finalists.csv` and `final-games.csv`: who played after the search, and every game of theirs.
//!
//! A game is a pure function of weights, player and seed. So what is recorded
//! here is true whatever becomes of the search, and is never played again.

use std::collections::HashMap;

use super::error::CheckpointError;
use super::final_rows::{FinalGame, Finalist, finalist_columns, game_columns};
use super::folder::{FINAL_GAMES, FINALISTS, Folder};
use super::log::{self, Columns, Contents, Log, Row};
use tune2048_engine::game::{GameResult, Stream};
use tune2048_engine::heuristic::HeuristicKind;

/// Finalists and their games, read from a campaign's folder.
#[derive(Clone, Debug, Default)]
struct Contestants {
    finalists: Vec<Finalist>,
    games: HashMap<(Stream, u64, usize), GameResult>,
}

/// Finalists and their games, open for appending.
#[derive(Debug)]
pub struct Finals {
    finalist_log: Log,
    game_log: Log,
    known: Contestants,
}

impl Contestants {
    fn parse(
        folder: &Folder,
        heuristic: &HeuristicKind,
        finalists: &Contents,
        games: &Contents,
    ) -> Result<Self, CheckpointError> {
        let mut known = Self::default();
        for (index, row) in finalists.rows.iter().enumerate() {
            let finalist = Finalist::from_row(row, index, heuristic).map_err(|problem| {
                CheckpointError::damaged(&folder.file(FINALISTS), index + 2, problem)
            })?;
            known.finalists.push(finalist);
        }
        for (index, row) in games.rows.iter().enumerate() {
            let added = FinalGame::from_row(row).and_then(|game| known.add(&game));
            added.map_err(|problem| {
                CheckpointError::damaged(&folder.file(FINAL_GAMES), index + 2, problem)
            })?;
        }
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
            Some(_) => Err(format!(
                "game {} of finalist {number} stands here twice",
                game.game
            )),
        }
    }
}

impl Finals {
    /// Opens or makes the files.
    ///
    /// # Errors
    /// If a file cannot be opened, is held by another process, or is damaged.
    pub fn open(folder: &Folder, heuristic: &HeuristicKind) -> Result<Self, CheckpointError> {
        let (finalist_log, finalists) =
            Log::open(&folder.file(FINALISTS), finalist_columns(heuristic))?;
        let (game_log, games) = Log::open(&folder.file(FINAL_GAMES), game_columns())?;
        Ok(Self {
            finalist_log,
            game_log,
            known: Contestants::parse(folder, heuristic, &finalists, &games)?,
        })
    }

    /// The finalists of a campaign and all of their games in the order of stream, game
    /// and finalist, without holding the files; none where there are none.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub fn read(
        folder: &Folder,
        heuristic: &HeuristicKind,
    ) -> Result<(Vec<Finalist>, Vec<FinalGame>), CheckpointError> {
        let contents = |name, columns: &Columns| match folder.file(name) {
            path if path.exists() => log::read(&path, columns),
            _ => Ok(Contents::default()),
        };
        // First: a finalist is on the disk before its games.
        let games = contents(FINAL_GAMES, &game_columns())?;
        let finalists = contents(FINALISTS, &finalist_columns(heuristic))?;
        let known = Contestants::parse(folder, heuristic, &finalists, &games)?;
        let game = |((stream, game, finalist), result)| FinalGame {
            stream,
            game,
            finalist,
            result,
        };
        let mut games: Vec<FinalGame> = known.games.into_iter().map(game).collect();
        games.sort_by_key(|game| (game.stream as u8, game.game, game.finalist));
        Ok((known.finalists, games))
    }

    /// The place of a finalist in the list; it is added if it is new.
    ///
    /// # Errors
    /// If the system cannot write it.
    pub fn place(&mut self, finalist: &Finalist) -> Result<usize, CheckpointError> {
        let mut known = self.known.finalists.iter();
        if let Some(place) = known.position(|other| other.plays_as(finalist)) {
            return Ok(place);
        }
        let place = self.known.finalists.len();
        self.finalist_log.append(&finalist.to_row(place))?;
        self.known.finalists.push(finalist.clone());
        Ok(place)
    }

    /// The finalist at a place.
    ///
    /// # Panics
    /// If there is none.
    pub fn finalist(&self, place: usize) -> &Finalist {
        &self.known.finalists[place]
    }

    /// What is recorded of a game.
    pub fn game(&self, stream: Stream, game: u64, finalist: usize) -> Option<GameResult> {
        self.known.games.get(&(stream, game, finalist)).copied()
    }

    /// Whether any game of a stream is recorded.
    pub fn has_games(&self, stream: Stream) -> bool {
        self.known
            .games
            .keys()
            .any(|(other, _, _)| *other == stream)
    }

    /// Appends games and waits until they are on the disk.
    ///
    /// # Errors
    /// If the system cannot write them.
    ///
    /// # Panics
    /// If a game is recorded already, or its finalist is not.
    pub fn append(&mut self, games: &[FinalGame]) -> Result<(), CheckpointError> {
        let rows: Vec<Row> = games.iter().map(|game| game.to_row()).collect();
        self.game_log.append_all(&rows)?;
        for game in games {
            self.known.add(game).expect("games are played once");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::player::PlayerSettings;
    use tune2048_engine::presets::Preset;

    fn folder() -> (tempfile::TempDir, Folder) {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::create(path.path()).unwrap();
        (path, folder)
    }

    fn finalist(name: &str) -> Finalist {
        let weights = Preset::find(name).unwrap().weights();
        Finalist::new(
            "a, \"quoted\" origin",
            &PlayerSettings::default(),
            weights.with("empty", 1.0 / 3.0),
        )
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
            },
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let (_path, folder) = folder();
        let kind = &finalist("2014").weights.heuristic;
        let mut finals = Finals::open(&folder, kind).unwrap();
        assert_eq!(finals.place(&finalist("2014")).unwrap(), 0);
        assert_eq!(finals.place(&finalist("2014-simple")).unwrap(), 1);
        finals.append(&[game(3, 0), game(3, 1)]).unwrap();
        drop(finals);
        let mut finals = Finals::open(&folder, kind).unwrap();
        assert_eq!(finals.finalist(1), &finalist("2014-simple"));
        assert_eq!(finals.place(&finalist("2014")).unwrap(), 0);
        assert_eq!(
            finals.game(Stream::Validation, 3, 1),
            Some(game(3, 1).result)
        );
        assert_eq!(finals.game(Stream::Selection, 3, 1), None);
        assert_eq!(Finals::read(&folder, kind).unwrap().0.len(), 2);
    }

    #[test]
    fn rows_that_contradict_others_are_told() {
        let (_path, folder) = folder();
        let kind = &finalist("2014").weights.heuristic;
        let mut finals = Finals::open(&folder, kind).unwrap();
        finals.place(&finalist("2014")).unwrap();
        for (rows, expected) in [
            (
                [game(0, 0), game(0, 0)],
                "line 3: game 0 of finalist 0 stands",
            ),
            ([game(0, 0), game(0, 1)], "line 3: finalist: found 1"),
        ] {
            let _ = std::fs::remove_file(folder.file(FINAL_GAMES));
            let (mut log, _) = Log::open(&folder.file(FINAL_GAMES), game_columns()).unwrap();
            log.append_all(&rows.map(FinalGame::to_row)).unwrap();
            drop(log);
            let known = log::read(&folder.file(FINALISTS), &finalist_columns(kind)).unwrap();
            let games = log::read(&folder.file(FINAL_GAMES), &game_columns()).unwrap();
            let error = Contestants::parse(&folder, kind, &known, &games).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
