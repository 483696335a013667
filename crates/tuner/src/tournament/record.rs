//! `tournament.json`: which players the recorded games are of.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Entrant;
use crate::checkpoint::{CheckpointError, Folder};
use tune2048_engine::evaluate::EvaluateError;

/// The file in the folder of a tournament.
const RECORD: &str = "tournament.json";

/// Why a tournament cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// Its files cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The recorded games are others than those asked for.
    #[error(
        "{}: {what}: found games of {recorded}, expected {asked} - give another folder with \
         --out, or another name",
        path.display()
    )]
    Changed {
        /// The folder.
        path: PathBuf,
        /// The seed or the player.
        what: String,
        /// What the games were played with.
        recorded: String,
        /// What was asked for.
        asked: String,
    },
    /// The games cannot be played, or a stop was requested.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
}

impl TournamentError {
    /// Whether the user asked for something that cannot be, as against a failure under way.
    pub fn is_bad_input(&self) -> bool {
        matches!(self, Self::Changed { .. })
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Record {
    version: String,
    seed: u64,
    /// By name, the weights file of each player that ever played.
    players: indexmap::IndexMap<String, String>,
}

/// Opens the folder, whose games must be those of the players and the seed.
pub(super) fn open(
    path: &Path,
    seed: u64,
    entrants: &[Entrant],
) -> Result<Folder, TournamentError> {
    let folder = Folder::make(path)?;
    let Some(record) = read(&folder)? else {
        return Ok(folder);
    };
    let changed = |what: String, recorded: String, asked: String| TournamentError::Changed {
        path: path.to_owned(),
        what,
        recorded,
        asked,
    };
    if record.seed != seed {
        let (recorded, asked) = (format!("seed {}", record.seed), format!("seed {seed}"));
        return Err(changed("the tournament".to_owned(), recorded, asked));
    }
    for entrant in entrants {
        let asked = entrant.file.to_toml();
        if let Some(recorded) = record.players.get(&entrant.name)
            && *recorded != asked
        {
            let (recorded, asked) = first_difference(recorded, &asked);
            return Err(changed(
                format!("player {:?}", entrant.name),
                recorded,
                asked,
            ));
        }
    }
    Ok(folder)
}

fn read(folder: &Folder) -> Result<Option<Record>, TournamentError> {
    let path = folder.file(RECORD);
    if !path.exists() {
        return Ok(None);
    }
    let text = folder.read(RECORD)?;
    let record = serde_json::from_str(&text).map_err(|error| CheckpointError::DamagedRecord {
        path,
        line: error.line(),
        problem: error.to_string(),
    })?;
    Ok(Some(record))
}

/// The first lines in which two texts differ.
fn first_difference(one: &str, other: &str) -> (String, String) {
    let (mut one, mut other) = (one.lines(), other.lines());
    loop {
        match (one.next(), other.next()) {
            (one, other) if one != other || one.is_none() => {
                let shown = |line: Option<&str>| format!("`{}`", line.unwrap_or_default());
                return (shown(one), shown(other));
            }
            _ => {}
        }
    }
}

/// Notes the players whose games follow.
pub(super) fn write(
    folder: &Folder,
    seed: u64,
    entrants: &[Entrant],
) -> Result<(), TournamentError> {
    let mut players = read(folder)?.map_or_else(Default::default, |record| record.players);
    for entrant in entrants {
        players.insert(entrant.name.clone(), entrant.file.to_toml());
    }
    let record = Record {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed,
        players,
    };
    let text = serde_json::to_string_pretty(&record).expect("a record has a JSON form");
    Ok(folder.write(RECORD, &(text + "\n"))?)
}
