//! The file `tournament.json`: the players of the recorded games.

use std::path::Path;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::record::CampaignError;
use crate::studies::tournament::Entrant;
use tune2048_files::{FileError, atomic, regular};

/// The players of the games; a folder that contains it is that of a tournament.
pub const FILE: &str = "tournament.json";

/// The error of recorded games that are of another seed, or of a player that has changed.
fn changed(folder: &Path, what: &str, recorded: &str, asked: &str) -> CampaignError {
    CampaignError::BadInput(format!(
        "{}: {what}: found games of {recorded}, expected {asked} - give another folder with --out, \
         or another name",
        folder.display()
    ))
}

/// The contents of the file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TournamentLog {
    version: String,
    seed: u64,
    /// The weights file of each player that has ever played, by name.
    players: IndexMap<String, String>,
}

impl TournamentLog {
    /// Reads the file of a folder, if there is one, and checks that its games are of this seed, and of
    /// these players or others on record: nothing else tells their weights.
    pub(super) fn open<'a>(
        path: &Path,
        seed: u64,
        entrants: &[Entrant],
        mut with_games: impl Iterator<Item = &'a String>,
    ) -> Result<Self, CampaignError> {
        let file = path.join(FILE);
        let log = match file.exists() {
            true => serde_json::from_str(&regular::read_text(&file)?)
                .map_err(|error| FileError::damaged(&file, error.line(), error.to_string()))?,
            false => Self { seed, ..Self::default() },
        };
        if log.seed != seed {
            let (recorded, asked) = (format!("seed {}", log.seed), format!("seed {seed}"));
            return Err(changed(path, "the tournament", &recorded, &asked));
        }
        for entrant in entrants {
            let asked = entrant.file.to_toml();
            if let Some(recorded) = log.players.get(&entrant.name)
                && *recorded != asked
            {
                let (recorded, asked) = first_difference(recorded, &asked);
                return Err(changed(
                    path,
                    &format!("player {:?}", entrant.name),
                    &recorded,
                    &asked,
                ));
            }
        }
        match with_games.find(|player| !log.players.contains_key(*player)) {
            None => Ok(log),
            Some(player) => {
                let recorded = format!("weights that {FILE} does not have");
                Err(changed(path, &format!("player {player:?}"), &recorded, "those on record"))
            }
        }
    }

    /// Records the players whose games follow, beside those on record.
    pub(super) fn write(mut self, folder: &Path, entrants: &[Entrant]) -> Result<(), FileError> {
        env!("CARGO_PKG_VERSION").clone_into(&mut self.version);
        let file = |entrant: &Entrant| (entrant.name.clone(), entrant.file.to_toml());
        self.players.extend(entrants.iter().map(file));
        atomic::replace_json(&folder.join(FILE), &self)
    }
}

/// Returns the first line of each text in which they differ.
fn first_difference(one: &str, other: &str) -> (String, String) {
    let shown = |line: Option<&str>| format!("`{}`", line.unwrap_or_default());
    let (mut one, mut other) = (one.lines(), other.lines());
    loop {
        let (one, other) = (one.next(), other.next());
        if one != other || one.is_none() {
            return (shown(one), shown(other));
        }
    }
}
