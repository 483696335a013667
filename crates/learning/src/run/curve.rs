//! The learning curve as a CSV file: one synced row per point.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tune2048_files::lock::Lock;

use super::error::LearningError;
use super::file_names::CURVE;
use crate::batch::BatchResult;
use crate::lesson::Step;

/// The lowest rank whose share is recorded: that of 2048.
const LOWEST_RANK: usize = 11;

/// A point of the learning curve: games in a row, and what they scored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The games of the run up to the end of this point.
    pub games: u64,
    /// The mean score of the games of this point.
    pub mean_score: f64,
    /// The largest score of the games of this point.
    pub best_score: u64,
    /// The moves of the games of this point.
    pub moves: u64,
    /// The share of the games of this point that reached 2048.
    pub tile_2048: f64,
    /// The share that reached 4096.
    pub tile_4096: f64,
    /// The share that reached 8192.
    pub tile_8192: f64,
    /// The share that reached 16 384.
    pub tile_16384: f64,
    /// The share that reached 32 768.
    pub tile_32768: f64,
    /// The kind of learning, `td` or `tc`.
    pub method: String,
    /// The depth of the search that played the games; 0 for none.
    #[serde(default)]
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
        let reached = |rank: usize| result.largest_ranks[rank..].iter().sum::<u64>() as f64 / count;
        Self {
            games,
            mean_score: result.score as f64 / count,
            best_score: result.best_score,
            moves: result.moves,
            tile_2048: reached(LOWEST_RANK),
            tile_4096: reached(LOWEST_RANK + 1),
            tile_8192: reached(LOWEST_RANK + 2),
            tile_16384: reached(LOWEST_RANK + 3),
            tile_32768: reached(LOWEST_RANK + 4),
            method: if step.is_coherent { "tc" } else { "td" }.to_owned(),
            depth: step.depth,
            threads,
            time_seconds: (time_seconds * 1000.0).round() / 1000.0,
        }
    }

    /// The recorded tiles with the share of games that reached each.
    pub fn tiles(&self) -> [(u32, f64); 5] {
        [
            (2048, self.tile_2048),
            (4096, self.tile_4096),
            (8192, self.tile_8192),
            (16_384, self.tile_16384),
            (32_768, self.tile_32768),
        ]
    }
}

/// The rows of a curve that a snapshot belongs to, with the checksum of all but their times: the
/// same run has the same snapshots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CurveExtent {
    pub(super) rows: u64,
    pub(super) crc32: u32,
}

/// The file of a curve, open and locked.
#[derive(Debug)]
pub(super) struct CurveFile {
    path: PathBuf,
    file: File,
    checksum: crc32fast::Hasher,
    rows: u64,
}

impl CurveFile {
    /// Opens the file and locks it; makes it if it is missing.
    pub(super) fn open(folder: &Path) -> Result<Self, LearningError> {
        let path = folder.join(CURVE);
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false);
        let file = file.open(&path).map_err(LearningError::file(&path, "open"))?;
        Lock::take(&file, &path)?;
        Ok(Self { path, file, checksum: crc32fast::Hasher::new(), rows: 0 })
    }

    /// Cuts the file to what a snapshot has seen of it, and reads that.
    pub(super) fn cut(&mut self, to: CurveExtent) -> Result<Vec<CurvePoint>, LearningError> {
        let mut bytes = Vec::new();
        self.file
            .seek(SeekFrom::Start(0))
            .and_then(|_| self.file.read_to_end(&mut bytes))
            .map_err(LearningError::file(&self.path, "read"))?;
        let mut checksum = crc32fast::Hasher::new();
        let mut kept = 0;
        // The header is the line before the first row.
        let lines = if to.rows == 0 { 0 } else { to.rows + 1 };
        for line in bytes.split_inclusive(|&byte| byte == b'\n').take(lines as usize) {
            checksum.update(without_time(line));
            kept += line.len();
        }
        if checksum.clone().finalize() != to.crc32 {
            let problem = "rows before the last snapshot are missing or altered";
            return Err(LearningError::damaged(&self.path, problem));
        }
        self.file
            .set_len(kept as u64)
            .and_then(|()| self.file.seek(SeekFrom::End(0)))
            .map_err(LearningError::file(&self.path, "cut"))?;
        (self.checksum, self.rows) = (checksum, to.rows);
        let kept = &bytes[..kept];
        rows(&self.path, kept)
    }

    /// Appends a point and waits until it is on the disk.
    pub(super) fn append(&mut self, point: &CurvePoint) -> Result<(), LearningError> {
        let mut writer =
            csv::WriterBuilder::new().has_headers(self.rows == 0).from_writer(Vec::new());
        let problem = |error: csv::Error| LearningError::damaged(&self.path, error.to_string());
        writer.serialize(point).map_err(problem)?;
        let row = writer.into_inner().unwrap_or_default();
        self.file
            .write_all(&row)
            .and_then(|()| self.file.sync_data())
            .map_err(LearningError::file(&self.path, "append"))?;
        for line in row.split_inclusive(|&byte| byte == b'\n') {
            self.checksum.update(without_time(line));
        }
        self.rows += 1;
        Ok(())
    }

    pub(super) fn extent(&self) -> CurveExtent {
        CurveExtent { rows: self.rows, crc32: self.checksum.clone().finalize() }
    }
}

/// A line without its last column, the time.
fn without_time(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|&byte| byte == b',');
    &line[..end.unwrap_or(line.len())]
}

/// Reads the learning curve of a run; no lock is taken, and a row that is being written is left
/// out.
///
/// # Errors
/// If a row is damaged.
pub fn curve(folder: &Path) -> Result<Vec<CurvePoint>, LearningError> {
    let path = folder.join(CURVE);
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(LearningError::file(&path, "read")(error)),
    };
    let whole = bytes.iter().rposition(|&byte| byte == b'\n');
    rows(&path, &bytes[..whole.map_or(0, |last| last + 1)])
}

fn rows(path: &Path, bytes: &[u8]) -> Result<Vec<CurvePoint>, LearningError> {
    let mut reader = csv::Reader::from_reader(bytes);
    let problem = |error: csv::Error| LearningError::damaged(path, error.to_string());
    reader.deserialize().collect::<Result<_, _>>().map_err(problem)
}
