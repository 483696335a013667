//! The learning curve: a journal with a row per point.

use std::path::Path;

use tune2048_files::atomic;
use tune2048_files::record::{Record, Visitor};
use tune2048_files::table::Table;

use super::error::LearningError;
use super::folder::{CURVE, MANIFEST, Manifest, NETWORK, SETTINGS, SNAPSHOT};
use super::snapshot::Snapshot;
use crate::batch::BatchResult;
use crate::lesson::Step;

/// The lowest rank whose share is recorded: that of 2048.
const LOWEST_RANK: usize = 11;

/// A point of the learning curve: games in a row, and what they scored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurvePoint {
    /// The games of the run up to the end of this point.
    pub games: u64,
    /// The mean score of the games of this point.
    pub mean_score: f64,
    /// The largest score of the games of this point.
    pub best_score: u64,
    /// The moves of the games of this point.
    pub moves: u64,
    /// The shares of the games of this point that reached 2048, 4096, 8192, 16 384 and 32 768.
    pub reached: [f64; 5],
    /// The kind of learning, `td` or `tc`.
    pub method: String,
    /// The depth of the search that played the games; 0 for none.
    pub depth: u8,
    /// The number of threads that learned.
    pub threads: usize,
    /// The seconds of learning up to the end of this point, in all sessions.
    pub time_seconds: f64,
}

impl CurvePoint {
    pub(super) fn new(
        games: u64,
        result: &BatchResult,
        step: Step,
        threads: usize,
        time_seconds: f64,
    ) -> Self {
        let count = result.games.max(1) as f64;
        let reached = |place: usize| {
            result.largest_ranks[LOWEST_RANK + place..].iter().sum::<u64>() as f64 / count
        };
        Self {
            games,
            mean_score: result.score as f64 / count,
            best_score: result.best_score,
            moves: result.moves,
            reached: std::array::from_fn(reached),
            method: if step.is_coherent { "tc" } else { "td" }.to_owned(),
            depth: step.depth,
            threads,
            time_seconds: (time_seconds * 1000.0).round() / 1000.0,
        }
    }

    /// The recorded tiles with the share of games that reached each.
    pub fn tiles(&self) -> [(u32, f64); 5] {
        std::array::from_fn(|place| (1 << (LOWEST_RANK + place), self.reached[place]))
    }
}

impl Record for CurvePoint {
    /// The checksum of the settings of the run, which every row carries.
    type Layout = String;

    fn columns(&mut self, run: &String, visitor: &mut Visitor<'_>) -> Result<(), String> {
        visitor.column("games", &mut self.games)?;
        visitor.column("mean_score", &mut self.mean_score)?;
        visitor.column("best_score", &mut self.best_score)?;
        visitor.column("moves", &mut self.moves)?;
        for place in 0..self.reached.len() {
            let name = format!("tile_{}", 1 << (LOWEST_RANK + place));
            visitor.column(&name, &mut self.reached[place])?;
        }
        visitor.column("method", &mut self.method)?;
        visitor.column("depth", &mut self.depth)?;
        visitor.column("threads", &mut self.threads)?;
        visitor.same("run", run)?;
        visitor.seconds("time_seconds", 3, &mut self.time_seconds)
    }

    fn check(&self, before: &[Self]) -> Result<(), String> {
        let last = before.last().map_or(0, |point| point.games);
        if self.games > last {
            return Ok(());
        }
        Err(format!("games: found {}, expected more than {last}", self.games))
    }
}

/// Opens the file of the run with these settings and locks it; makes it if it is missing. What a killed process left of other
/// files goes.
pub(super) fn open(folder: &Path, run: &str) -> Result<Table<CurvePoint>, LearningError> {
    let curve = Table::open_file(&folder.join(CURVE), run.to_owned())?;
    atomic::remove_temporary(folder, &[SETTINGS, MANIFEST, SNAPSHOT, NETWORK])?;
    Ok(curve)
}

/// Refuses a file without points that a snapshot has seen.
pub(super) fn check_points(
    folder: &Path,
    found: usize,
    expected: usize,
) -> Result<(), LearningError> {
    if found >= expected {
        return Ok(());
    }
    let problem = format!("found {found} points, expected {expected}, those of the last snapshot");
    Err(LearningError::damaged(&folder.join(CURVE), problem))
}

/// Reads the learning curve of a run; no lock is taken, and a row that is being written is left
/// out.
///
/// # Errors
/// If a row is damaged, or rows are missing that the last snapshot has seen.
pub fn curve(folder: &Path, manifest: &Manifest) -> Result<Vec<CurvePoint>, LearningError> {
    let run = &manifest.settings_crc32;
    // The snapshot first: a row is on the disk before the snapshot that counts it.
    let snapshot = Snapshot::open(folder, Some(run))?;
    let points = Table::read(&folder.join(CURVE), run.clone())?;
    check_points(folder, points.len(), snapshot.map_or(0, |found| found.state.points))?;
    Ok(points)
}
