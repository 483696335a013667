//! What a tournament records: the journal `games.csv` with one row per game, and the file `tournament.json` with the
//! players of the recorded games.

use std::path::Path;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::record::CampaignError;
use crate::record::trial::game_columns;
use crate::studies::tournament::Entrant;
use crate::subject::CandidateGames;
use tune2048_engine::game::GameResult;
use tune2048_files::record::{Record, Visitor};
use tune2048_files::table::Table;
use tune2048_files::{FileError, atomic, regular};

/// The journal of all games of a tournament, open for appending.
#[derive(Debug)]
pub struct Games {
    table: Table<PlayerGame>,
    /// The games of each player so far with their time, in the order of the seeds.
    played: IndexMap<String, CandidateGames>,
}

/// One game of a player.
#[derive(Debug, Default)]
struct PlayerGame {
    player: String,
    game: usize,
    result: GameResult,
    seconds: f64,
}

impl Record for PlayerGame {
    /// Whether games may end with tiles.
    type Layout = bool;

    fn columns(&mut self, has_tiles: &bool, visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("player", &mut self.player)?;
        visitor.column("game", &mut self.game)?;
        game_columns(visitor, &mut self.result, *has_tiles)?;
        visitor.seconds("time_seconds", 6, &mut self.seconds)
    }
}

impl Games {
    /// Opens or creates the file, with a column for the largest tile where games may end with tiles.
    ///
    /// # Errors
    /// If the file cannot be opened, is locked by another process, or is damaged.
    pub fn open(path: &Path, has_tiles: bool) -> Result<Self, FileError> {
        let table: Table<PlayerGame> = Table::open_file(path, has_tiles)?;
        let mut played: IndexMap<String, CandidateGames> = IndexMap::new();
        for (index, row) in table.rows().iter().enumerate() {
            let games = played.entry(row.player.clone()).or_default();
            let (found, expected) = (row.game, games.results.len());
            if found != expected {
                let problem = format!("game: found {found}, expected {expected}");
                return Err(FileError::damaged(path, index + 2, problem));
            }
            games.results.push(row.result);
            games.seconds += row.seconds;
        }
        Ok(Self { table, played })
    }

    /// What a user must be told of the file.
    pub fn warnings(&self) -> &[&'static str] {
        &self.table.warnings
    }

    /// Returns the names of the players that have games.
    pub(super) fn players(&self) -> impl Iterator<Item = &String> {
        self.played.keys()
    }

    /// Returns the games of a player so far, with their time; `None` without any.
    pub(super) fn played(&self, player: &str) -> Option<&CandidateGames> {
        self.played.get(player)
    }

    /// Returns the number of games of a player so far.
    pub(super) fn count(&self, player: &str) -> u64 {
        self.played(player).map_or(0, |played| played.results.len() as u64)
    }

    /// Appends the next games of a player and waits until they are on the disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&mut self, player: &str, games: &CandidateGames) -> Result<(), FileError> {
        let known = self.played.entry(player.to_owned()).or_default();
        let first = known.results.len();
        // As it is written and read back.
        let seconds = (1e6 * games.seconds / games.results.len() as f64).round() / 1e6;
        let row = |(index, &result): (usize, &GameResult)| {
            let (player, game) = (player.to_owned(), first + index);
            PlayerGame { player, game, result, seconds }
        };
        self.table.append_all(games.results.iter().enumerate().map(row).collect())?;
        known.results.extend(&games.results);
        known.seconds += seconds * games.results.len() as f64;
        Ok(())
    }
}

/// The players of the games; a folder that contains it is that of a tournament.
pub const MANIFEST: &str = "tournament.json";

/// The contents of the file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TournamentLog {
    version: String,
    seed: u64,
    /// The weights file of each player that has ever played, by name.
    players: IndexMap<String, String>,
}

/// Checks that the games of a folder are of this seed, and of these players or others on record, whose weights nothing
/// else tells; and records the players whose games follow.
pub(super) fn record_players<'a>(
    folder: &Path,
    seed: u64,
    entrants: &[Entrant],
    mut with_games: impl Iterator<Item = &'a String>,
) -> Result<(), CampaignError> {
    let file = folder.join(MANIFEST);
    let mut log = match file.exists() {
        true => serde_json::from_str(&regular::read_text(&file)?)
            .map_err(|error| FileError::damaged(&file, error.line(), error.to_string()))?,
        false => TournamentLog { seed, ..TournamentLog::default() },
    };
    let changed = |what: &str, recorded: &str, asked: &str| {
        Err(CampaignError::BadInput(format!(
            "{}: {what}: found games of {recorded}, expected {asked} - give another folder with --out, \
             or another name",
            folder.display()
        )))
    };
    if log.seed != seed {
        return changed("the tournament", &format!("seed {}", log.seed), &format!("seed {seed}"));
    }
    let asked: IndexMap<String, String> =
        entrants.iter().map(|entrant| (entrant.name.clone(), entrant.file.to_toml())).collect();
    for (name, asked) in &asked {
        if let Some(recorded) = log.players.get(name).filter(|recorded| *recorded != asked) {
            let [recorded, asked] = first_difference(recorded, asked);
            return changed(&format!("player {name:?}"), &recorded, &asked);
        }
    }
    if let Some(player) = with_games.find(|player| !log.players.contains_key(*player)) {
        let recorded = format!("weights that {MANIFEST} does not have");
        return changed(&format!("player {player:?}"), &recorded, "those on record");
    }
    env!("CARGO_PKG_VERSION").clone_into(&mut log.version);
    log.players.extend(asked);
    Ok(atomic::replace_json(&file, &log)?)
}

/// Returns the first line of each text in which they differ.
fn first_difference(one: &str, other: &str) -> [String; 2] {
    let (mut one, mut other) = (one.lines(), other.lines());
    loop {
        let lines = [one.next(), other.next()];
        if lines[0] != lines[1] || lines[0].is_none() {
            return lines.map(|line| format!("`{}`", line.unwrap_or_default()));
        }
    }
}
