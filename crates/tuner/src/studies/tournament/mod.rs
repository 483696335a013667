//! Tournaments: players on common seeds, and a table of their scores.
//!
//! A TOML file lists the players ([`TournamentFile`]). Every game is appended to
//! a journal ([`Games`]), so that an interrupted tournament continues, and a
//! longer one plays only the missing games. [`Standings`] are computed from the
//! games alone.

mod file;
mod games;
mod log;
mod play;
mod standings;
mod table;

pub use file::{EntrantTable, TournamentFile, schema};
pub use games::Games;
pub use standings::{PlayerDifference, Standing, Standings};

use std::path::{Path, PathBuf};

use crate::studies::StudyError;
use crate::studies::tournament::log::refusal;
use crate::subject::{Evaluate, Subject};
use crate::weights::file::WeightsFile;
use tune2048_engine::evaluate::Monitor;
use tune2048_files::atomic;

/// The name of the journal of games.
pub const GAMES: &str = "games.csv";

/// The tables.
const MARKDOWN: &str = "table.md";
const CSV: &str = "table.csv";
const JSON: &str = "table.json";

/// One player of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// The name of the player in the table.
    pub name: String,
    /// The weights and the settings of the player.
    pub file: WeightsFile,
    /// The number of games.
    pub games: u32,
    /// A remark for the table.
    pub note: Option<String>,
}

/// A tournament with the folder of its results.
#[derive(Debug)]
pub struct Tournament {
    seed: u64,
    entrants: Vec<Entrant>,
    /// The folder of the results.
    pub folder: PathBuf,
    games: Games,
}

impl Tournament {
    /// Creates a tournament in a folder, or continues the one in it.
    ///
    /// # Errors
    /// If the folder cannot be used, or contains games of another seed, of a player that has
    /// changed since, or of one that is not on record.
    pub fn open(folder: &Path, seed: u64, entrants: Vec<Entrant>) -> Result<Self, StudyError> {
        let known = log::open(folder, seed, &entrants)?;
        let games = Games::open(&folder.join(GAMES)).map_err(refusal)?;
        log::check_players(folder, &known, games.players())?;
        atomic::remove_temporary(folder, &[log::FILE, MARKDOWN, CSV, JSON]).map_err(refusal)?;
        log::write(folder, seed, &entrants).map_err(refusal)?;
        Ok(Self { seed, entrants, folder: folder.to_owned(), games })
    }

    /// Whether other processes are kept out of the folder; not on a file system
    /// without locks.
    pub fn is_locked(&self) -> bool {
        self.games.is_locked()
    }

    /// Returns the number of games that are not played yet.
    pub fn missing(&self) -> u64 {
        let missing = |entrant: &Entrant| {
            u64::from(entrant.games).saturating_sub(self.games.count(&entrant.name))
        };
        self.entrants.iter().map(missing).sum()
    }

    /// Returns the players.
    pub fn players(&self) -> impl Iterator<Item = &Subject> {
        let entrants = self.entrants.iter();
        entrants.map(|entrant| &*entrant.file.weights.subject)
    }

    /// Plays the missing games, player after player, and writes the tables.
    /// `observe` is called with the name of each player before its games.
    ///
    /// # Errors
    /// If the games cannot be played, a file cannot be written, or a stop was requested
    /// through the monitor; the games played before are kept.
    pub fn play(
        &mut self,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
        observe: &mut dyn FnMut(&str),
    ) -> Result<Standings, StudyError> {
        self.play_missing(evaluator, monitor, observe)?;
        let standings = Standings::of(self.seed, &self.entrants, &self.games);
        let write = |name: &str, text: &str| atomic::replace(&self.folder.join(name), text);
        write(MARKDOWN, &standings.to_markdown())
            .and_then(|()| write(CSV, &standings.to_csv()))
            .and_then(|()| atomic::replace_json(&self.folder.join(JSON), &standings))
            .map_err(refusal)?;
        Ok(standings)
    }
}
