//! The journal `games.csv`: one row per game of a tournament.

use std::path::Path;

use indexmap::IndexMap;

use crate::checkpoint::CheckpointError;
use crate::checkpoint::log::{Columns, Log, Row};
use tune2048_engine::evaluate::CandidateGames;
use tune2048_engine::game::GameResult;

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
    log: Log,
    played: IndexMap<String, PlayedGames>,
    none: PlayedGames,
}

fn columns() -> Columns {
    let fixed = ["player", "game", "score", "largest_tile", "moves", "nodes"];
    Columns {
        fixed: fixed.map(str::to_owned).into(),
        times: vec!["time_seconds".to_owned()],
    }
}

impl Games {
    /// Opens or creates the file.
    ///
    /// # Errors
    /// If the file cannot be opened, is locked by another process, or is damaged.
    pub fn open(path: &Path) -> Result<Self, CheckpointError> {
        let (log, contents) = Log::open(path, columns())?;
        let mut played: IndexMap<String, PlayedGames> = IndexMap::new();
        for (index, row) in contents.rows.iter().enumerate() {
            let games = played.entry(row.fixed[0].clone()).or_default();
            read_row(row, games)
                .map_err(|problem| CheckpointError::damaged(path, index + 2, problem))?;
        }
        let none = PlayedGames::default();
        Ok(Self { log, played, none })
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
    pub fn append(&mut self, player: &str, games: &CandidateGames) -> Result<(), CheckpointError> {
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
        self.log.append_all(&rows)?;
        known.results.extend(&games.results);
        known.seconds += games.seconds;
        Ok(())
    }
}

fn read_row(row: &Row, games: &mut PlayedGames) -> Result<(), String> {
    fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
        text.parse()
            .map_err(|_| format!("found {text:?}, expected a number"))
    }
    let [_, game, score, largest_tile, moves, nodes] = row.fixed.as_slice() else {
        return Err("found another number of fields".to_owned());
    };
    let (found, expected) = (number::<usize>(game)?, games.results.len());
    if found != expected {
        return Err(format!("game: found {found}, expected {expected}"));
    }
    games.results.push(GameResult {
        score: number(score)?,
        largest_tile: number(largest_tile)?,
        moves: number(moves)?,
        nodes: number(nodes)?,
    });
    games.seconds += number::<f64>(&row.times[0])?;
    Ok(())
}
