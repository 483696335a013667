//! A tournament: a list of players on common seeds, and a table of what they scored.
//!
//! One TOML file names the players ([`TournamentFile`]); every game is kept in
//! a log as it ends ([`Games`]), so that a tournament goes on where it was cut
//! off, and a longer one plays what is missing only; [`Standings`] are worked
//! out from the games alone.

mod file;
mod games;
mod record;
mod standings;
mod table;

pub use file::{EntrantTable, TournamentFile, schema};
pub use games::Games;
pub use record::TournamentError;
pub use standings::{Difference, Standing, Standings};

use std::path::Path;
use std::time::Instant;

use crate::checkpoint::Folder;
use crate::weights_file::WeightsFile;
use tune2048_engine::evaluate::{Evaluate, GameEvaluator, Monitor};
use tune2048_engine::game::{GameSeed, Stream};

/// The games, one row each, in the order in which they were played.
pub const GAMES: &str = "games.csv";

/// One player of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// What the table calls it.
    pub name: String,
    /// What it plays with.
    pub file: WeightsFile,
    /// How many games it plays.
    pub games: u32,
    /// What is to be said of it.
    pub note: Option<String>,
}

/// A tournament with its folder.
#[derive(Debug)]
pub struct Tournament {
    seed: u64,
    entrants: Vec<Entrant>,
    folder: Folder,
    games: Games,
}

/// A step of a tournament takes about so long: what a kill may lose.
const STEP_SECONDS: f64 = 1.0;
/// Rows written and synced at once.
const MAX_GAMES: usize = 10_000;

impl Tournament {
    /// Makes a tournament in a folder, or goes on with the one that is there.
    ///
    /// # Errors
    /// If the folder cannot be used, or holds games of another seed, or of a
    /// player that has changed since.
    pub fn open(folder: &Path, seed: u64, entrants: Vec<Entrant>) -> Result<Self, TournamentError> {
        let folder = record::open(folder, seed, &entrants)?;
        let games = Games::open(&folder.file(GAMES))?;
        record::write(&folder, seed, &entrants)?;
        Ok(Self {
            seed,
            entrants,
            folder,
            games,
        })
    }

    /// The folder that everything is kept in.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// How many games are to be played yet.
    pub fn missing(&self) -> u64 {
        let missing = |entrant: &Entrant| {
            let played = self.games.of(&entrant.name).len() as u64;
            u64::from(entrant.games).saturating_sub(played)
        };
        self.entrants.iter().map(missing).sum()
    }

    /// Plays what is missing, player after player, each told as it starts, then writes the
    /// tables.
    ///
    /// # Errors
    /// [`EvaluateError::Interrupted`](tune2048_engine::evaluate::EvaluateError) if a stop was requested through the
    /// monitor: what is played by then is kept.
    pub fn play(
        &mut self,
        threads: Option<usize>,
        monitor: &Monitor,
        starts: &mut dyn FnMut(&str),
    ) -> Result<Standings, TournamentError> {
        let evaluator = GameEvaluator::new(threads)?;
        for entrant in &self.entrants {
            starts(&entrant.name);
            let mut step = evaluator.threads();
            loop {
                let played = self.games.of(&entrant.name).len();
                let left = (entrant.games as usize).saturating_sub(played);
                if left == 0 {
                    break;
                }
                let games = played..played + left.min(step);
                let seeds: Vec<GameSeed> = games
                    .map(|game| GameSeed::new(self.seed, Stream::Evaluation, game as u64))
                    .collect();
                let start = Instant::now();
                let found =
                    evaluator.play(entrant.file.player, &entrant.file.weights, &seeds, monitor)?;
                self.games.append(&entrant.name, &found)?;
                let seconds = start.elapsed().as_secs_f64().max(1e-9);
                let fitting = seeds.len() as f64 * STEP_SECONDS / seconds;
                step = (fitting as usize).clamp(evaluator.threads(), MAX_GAMES);
            }
        }
        let standings = self.standings();
        self.folder.write("table.md", &standings.to_markdown())?;
        self.folder.write("table.csv", &standings.to_csv())?;
        self.folder.write("table.json", &standings.to_json())?;
        Ok(standings)
    }

    /// What the games played so far say; players without one are left out.
    pub fn standings(&self) -> Standings {
        Standings::of(self.seed, &self.entrants, &self.games)
    }
}
