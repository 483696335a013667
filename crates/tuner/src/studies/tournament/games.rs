//! The journal `games.csv`: one row per game of a tournament.

use std::path::Path;

use indexmap::IndexMap;

use crate::subject::CandidateGames;
use tune2048_engine::game::GameResult;
use tune2048_files::FileError;
use tune2048_files::journal::{Columns, Fields, Journal, Row};

/// The games of one player and the time they took.
#[derive(Clone, Debug, Default)]
pub struct PlayedGames {
    /// The results, in the order of the seeds.
    pub results: Vec<GameResult>,
    /// The time spent in these games in seconds, summed over threads.
    pub seconds: f64,
}

/// The journal of all games of a tournament, open for appending.
#[derive(Debug)]
pub struct Games {
    journal: Journal,
    played: IndexMap<String, PlayedGames>,
    none: PlayedGames,
}

fn columns() -> Columns {
    let fixed = ["player", "game", "score", "largest_tile", "moves", "nodes"];
    Columns { times: vec!["time_seconds".to_owned()], ..Columns::fixed(fixed) }
}

impl Games {
    /// Opens or creates the file.
    ///
    /// # Errors
    /// If the file cannot be opened, is locked by another process, or is damaged.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let (journal, contents) = Journal::open(path, columns())?;
        let mut played: IndexMap<String, PlayedGames> = IndexMap::new();
        contents.decode(|fields, _: &[()]| {
            let games = played.entry(fields.text().to_owned()).or_default();
            read_game(fields, games)
        })?;
        let none = PlayedGames::default();
        Ok(Self { journal, played, none })
    }

    /// Whether other processes are kept from appending; not on a file system
    /// without locks.
    pub fn is_locked(&self) -> bool {
        self.journal.is_locked()
    }

    /// Returns the games of a player so far, with their time.
    pub fn played(&self, player: &str) -> &PlayedGames {
        self.played.get(player).unwrap_or(&self.none)
    }

    /// Returns the results of a player so far.
    pub fn of(&self, player: &str) -> &[GameResult] {
        &self.played(player).results
    }

    /// Appends the next games of a player and waits until they are on the disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&mut self, player: &str, games: &CandidateGames) -> Result<(), FileError> {
        let known = self.played.entry(player.to_owned()).or_default();
        let first = known.results.len();
        let seconds = games.seconds / games.results.len() as f64;
        let row = |(index, game): (usize, &GameResult)| Row {
            fixed: vec![
                player.to_owned(),
                (first + index).to_string(),
                game.score.to_string(),
                game.largest_tile.to_string(),
                game.moves.to_string(),
                game.nodes.to_string(),
            ],
            times: vec![format!("{seconds:.6}")],
        };
        let rows: Vec<Row> = games.results.iter().enumerate().map(row).collect();
        self.journal.append_all(&rows)?;
        known.results.extend(&games.results);
        known.seconds += games.seconds;
        Ok(())
    }
}

fn read_game(fields: &mut Fields<'_>, games: &mut PlayedGames) -> Result<(), String> {
    let (found, expected) = (fields.number::<usize>()?, games.results.len());
    if found != expected {
        return Err(format!("game: found {found}, expected {expected}"));
    }
    games.results.push(GameResult {
        score: fields.number()?,
        largest_tile: fields.number()?,
        moves: fields.number()?,
        nodes: fields.number()?,
        inner_nodes: 0,
    });
    games.seconds += fields.seconds(0)?;
    Ok(())
}
