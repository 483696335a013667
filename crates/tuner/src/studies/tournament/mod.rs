//! Tournaments: players on common seeds, and a table of their scores.
//!
//! A TOML file lists the players ([`TournamentFile`]). Every game is appended to
//! a journal, so that an interrupted tournament continues, and a
//! longer one plays only the missing games. [`Standings`] are computed from the
//! games alone.

mod bradley_terry;
mod file;
mod games;
mod ratings;
mod standings;

pub use bradley_terry::Pairing;
pub use file::{EntrantTable, TournamentFile, schema};
pub use games::MANIFEST;
use games::PlayerGame;
pub use ratings::{Rating, Ratings, Superiority};
pub use standings::{PlayerDifference, Standing, Standings};

use std::cell::RefCell;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use crate::record::CampaignError;
use crate::statistics::Better;
use crate::studies::{check_score_kinds, games_within, measure_of};
use crate::subject::{Evaluate, Job, Subject, record_stream};
use crate::weights::file::WeightsFile;
use tune2048_engine::{GameSeed, Monitor, Stream};
use tune2048_files::atomic;
use tune2048_files::table::Table;

/// The name of the journal of games.
pub const GAMES: &str = "games.csv";

/// The tables.
const MARKDOWN: &str = "table.md";
const JSON: &str = "table.json";

/// The approximate time between writes: the play that may be lost when the process dies.
const STEP_SECONDS: f64 = 1.0;
/// The largest number of rows written at once.
const MAX_GAMES: u64 = 10_000;

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

/// Players who meet in matches: each entrant of the tournament is one match.
#[derive(Clone, Debug)]
pub struct Matches {
    /// The names of the players.
    pub names: Vec<String>,
    /// The players of each match, the one whose share of the points is the score first.
    pub players: Vec<[usize; 2]>,
}

/// A tournament with the folder of its results.
#[derive(Debug)]
pub struct Tournament {
    seed: u64,
    better: Better,
    entrants: Vec<Entrant>,
    matches: Option<Matches>,
    /// The folder of the results.
    pub folder: PathBuf,
    games: Table<PlayerGame>,
}

impl Tournament {
    /// Creates a tournament in a folder, or continues the one in it. With `matches` each entrant is one of them.
    ///
    /// # Errors
    /// If the players have scores of different kinds, or the folder cannot be used, or contains games of
    /// another seed, of a player that has changed since, or of one that is not on record.
    pub fn open(
        folder: &Path,
        seed: u64,
        better: Option<Better>,
        entrants: Vec<Entrant>,
        matches: Option<Matches>,
    ) -> Result<Self, CampaignError> {
        check_score_kinds(entrants.iter().map(|it| (&*it.name, &*it.file.weights.subject)))?;
        let (_, usual) = measure_of(entrants.iter().map(|entrant| &entrant.file));
        let better = better.unwrap_or(usual);
        atomic::make_folder(folder)?;
        let has_tiles = entrants.iter().any(|entrant| entrant.file.weights.subject.has_tiles());
        let games = Table::open_file(&folder.join(GAMES), has_tiles)?;
        atomic::remove_temporary(folder, &[MANIFEST, MARKDOWN, JSON])?;
        games::record_players(folder, seed, &entrants, games.rows())?;
        Ok(Self { seed, better, entrants, matches, folder: folder.to_owned(), games })
    }

    /// What a user must be told of the journal.
    pub fn warning(&self) -> Option<&'static str> {
        self.games.warning
    }

    /// Returns the games of each entrant that are not played yet.
    fn left(&self) -> Vec<Range<u64>> {
        let of_entrant = |entrant: &Entrant| {
            let played = games::games_of(&entrant.name, self.games.rows());
            played..u64::from(entrant.games).max(played)
        };
        self.entrants.iter().map(of_entrant).collect()
    }

    /// Returns the number of games that are not played yet.
    pub fn missing(&self) -> u64 {
        self.left().iter().map(|games| games.end - games.start).sum()
    }

    /// Returns the players.
    pub fn players(&self) -> impl Iterator<Item = &Subject> {
        let entrants = self.entrants.iter();
        entrants.map(|entrant| &*entrant.file.weights.subject)
    }

    /// Plays the missing games, player after player, and writes the tables.
    /// `observe` is called with the name of the player whose games follow.
    ///
    /// # Errors
    /// If the games cannot be played, a file cannot be written, or a stop was requested through the monitor; the games played before are kept.
    pub fn play(
        &mut self,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
        observe: &mut dyn FnMut(&str),
    ) -> Result<Standings, CampaignError> {
        let mut left = self.left();
        let (entrants, games, seed) = (&self.entrants, &mut self.games, self.seed);
        // The entrant of each job, and the time of a game of each entrant, by the latest ones.
        let sent = RefCell::new(Vec::new());
        let seconds = RefCell::new(vec![None; entrants.len()]);
        let mut jobs = std::iter::from_fn(|| {
            let number = left.iter().position(|games| !games.is_empty())?;
            observe(&entrants[number].name);
            sent.borrow_mut().push(number);
            let known = seconds.borrow()[number];
            let step = games_within(STEP_SECONDS, evaluator.concurrent_games(), known);
            let Range { start, end } = left[number];
            left[number].start = end.min(start + step.min(MAX_GAMES));
            let seed = |game| GameSeed::new(seed, Stream::Evaluation, game);
            let seeds = (start..left[number].start).map(seed);
            Some(Job::of(&entrants[number].file.weights, seeds.collect()))
        });
        record_stream(evaluator, &mut jobs, monitor, |number, played| {
            let entrant = sent.borrow()[number];
            let of_game = played.seconds / played.results.len().max(1) as f64;
            seconds.borrow_mut()[entrant] = Some(of_game);
            games::append(games, &entrants[entrant].name, &played)?;
            Ok::<_, CampaignError>(ControlFlow::Continue(()))
        })?;
        let standings = Standings::of(self);
        atomic::replace(&self.folder.join(MARKDOWN), standings.to_markdown())?;
        atomic::replace_json(&self.folder.join(JSON), &standings)?;
        Ok(standings)
    }
}

/// Returns the places of every two of some players, those of the first one first.
pub fn pairs_of(players: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..players).flat_map(move |one| (one + 1..players).map(move |other| [one, other]))
}
