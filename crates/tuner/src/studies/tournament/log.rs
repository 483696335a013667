//! The file `tournament.json`: the players of the recorded games.

use std::path::Path;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::record::CampaignError;
use crate::studies::tournament::Entrant;
use tune2048_files::{FileError, atomic, regular};

/// The players of the games; a folder that contains it is that of a tournament.
pub const FILE: &str = "tournament.json";

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
pub(super) fn record<'a>(
    folder: &Path,
    seed: u64,
    entrants: &[Entrant],
    mut with_games: impl Iterator<Item = &'a String>,
) -> Result<(), CampaignError> {
    let file = folder.join(FILE);
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
        let recorded = format!("weights that {FILE} does not have");
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
