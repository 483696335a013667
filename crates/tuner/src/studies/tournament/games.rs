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
use tune2048_files::record::{Record, Visitor, check_number};
use tune2048_files::table::Table;
use tune2048_files::{FileError, atomic, regular};

/// One game of a player.
#[derive(Debug, Default)]
pub(super) struct PlayerGame {
    pub(super) player: String,
    game: u64,
    pub(super) result: GameResult,
    pub(super) seconds: f64,
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

    fn check(&self, before: &[Self]) -> Result<(), String> {
        check_number("game", self.game, games_of(&self.player, before))
    }
}

/// Returns the number of games of a player in rows. Players play one after the other: the last game is near.
pub(super) fn games_of(player: &str, rows: &[PlayerGame]) -> u64 {
    rows.iter().rev().find(|row| row.player == player).map_or(0, |last| last.game + 1)
}

/// Appends the next games of a player and waits until they are on the disk.
pub(super) fn append(
    table: &mut Table<PlayerGame>,
    player: &str,
    games: &CandidateGames,
) -> Result<(), FileError> {
    let seconds = games.seconds / games.results.len() as f64;
    let row = |(game, &result): (u64, &GameResult)| PlayerGame {
        player: player.to_owned(),
        game,
        result,
        seconds,
    };
    let first = games_of(player, table.rows());
    table.append_all((first..).zip(&games.results).map(row))
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
pub(super) fn record_players(
    folder: &Path,
    seed: u64,
    entrants: &[Entrant],
    games: &[PlayerGame],
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
    if let Some(game) = games.iter().find(|game| !log.players.contains_key(&game.player)) {
        let recorded = format!("weights that {MANIFEST} does not have");
        return changed(&format!("player {:?}", game.player), &recorded, "those on record");
    }
    env!("CARGO_PKG_VERSION").clone_into(&mut log.version);
    log.players.extend(asked);
    Ok(atomic::replace_json(&file, &log)?)
}

/// Returns the first line of each text in which they differ.
fn first_difference(one: &str, other: &str) -> [String; 2] {
    let [one, other] = [one, other].map(|text| text.lines().chain([""]));
    let (one, other) = one.zip(other).find(|(one, other)| one != other).unwrap_or_default();
    [one, other].map(|line| format!("`{line}`"))
}
