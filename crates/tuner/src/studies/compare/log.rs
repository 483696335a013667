//! The journal of the pairs of a comparison, from which a killed comparison continues.

use std::path::{Path, PathBuf};

use crate::studies::compare::ScorePair;
use crate::subject::program_files::ProgramFiles;
use crate::weights::file::WeightsFile;
use tune2048_engine::evaluate::EvaluateError;
use tune2048_files::FileError;
use tune2048_files::journal::{Columns, Journal, Row};

/// Why a comparison cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// The games cannot be played, or a stop was requested; the pairs played before are on the disk.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    /// The folder of the file cannot be made.
    #[error("{}: cannot make this folder: {cause} - give another file with --out", path.display())]
    Create {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        cause: std::io::Error,
    },
    /// A file cannot be read or written, is damaged, or is locked.
    #[error("{error} - {advice}", error = .0, advice = advice(.0))]
    File(FileError),
    /// The file contains other games.
    #[error(
        "{} line {line}: {column}: found {found}, expected {expected}: games of other weights, \
         players, seed or version are kept here - give another file with --out",
        path.display()
    )]
    OtherGames {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column.
        column: &'static str,
        /// The value in the file.
        found: String,
        /// The value of this comparison.
        expected: String,
    },
    /// A side must play games that the file contains without its score.
    #[error(
        "{} line {line}: {column}: found nothing, expected a score: this side did not play \
         these games, since its baseline was stored - leave out --pairs, or give another file with --out",
        path.display()
    )]
    MissingScore {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column.
        column: &'static str,
    },
}

// Without `#[from]`, which makes it the source too: the message would be printed twice.
impl From<FileError> for CompareError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

/// Returns what to do about a file of a comparison.
fn advice(error: &FileError) -> &'static str {
    match error {
        FileError::Io { .. } => {
            "what is recorded is safe; mend the cause, then compare again, or \
             another file with --out"
        }
        FileError::Damaged { .. } => {
            "restore the file from a copy, or cut it before this line and compare again, or give another file with --out"
        }
        FileError::Locked { .. } => "wait for it or stop it, then try again",
    }
}

impl CompareError {
    /// Whether the input of the user is the cause, rather than a failure during the work.
    pub fn is_bad_input(&self) -> bool {
        matches!(self, Self::OtherGames { .. } | Self::MissingScore { .. })
    }
}

/// The identity of the games of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedPlayers {
    /// The seed of the games.
    pub seed: u64,
    /// The fingerprint of the weights and player of A.
    pub a: u32,
    /// The fingerprint of the weights and player of B.
    pub b: u32,
}

impl ComparedPlayers {
    /// Identifies the games of A and B, each with weights and player, on the seeds derived from `seed`.
    pub fn new(a: &WeightsFile, b: &WeightsFile, seed: u64) -> Self {
        Self { seed, a: fingerprint(a), b: fingerprint(b) }
    }

    /// Returns a CRC-32 of the seed and both fingerprints.
    pub fn fingerprint(&self) -> u32 {
        crc32fast::hash(self.fields().join(",").as_bytes())
    }

    fn fields(self) -> [String; 3] {
        let [a, b] = [self.a, self.b].map(|fingerprint| format!("{fingerprint:08x}"));
        [self.seed.to_string(), a, b]
    }
}

/// Returns a CRC-32 of everything that determines a score except the seed, the files of a program
/// included.
fn fingerprint(file: &WeightsFile) -> u32 {
    let identity = WeightsFile::new(&file.weights.identity(), toml::Table::new());
    let mut text = format!("{}\n{}", env!("CARGO_PKG_VERSION"), identity.to_toml());
    if let Some(program) = file.weights.subject.command() {
        text += &ProgramFiles::of(program).line();
    }
    crc32fast::hash(text.as_bytes())
}

const COLUMNS: [&str; 6] = ["pair", "seed", "a", "b", "score_a", "score_b"];

/// The file of the pairs, open for appending and locked against other processes.
#[derive(Debug)]
pub struct ComparisonLog {
    path: PathBuf,
    journal: Journal,
    players: ComparedPlayers,
    pairs: Vec<ScorePair>,
    torn: bool,
}

impl ComparisonLog {
    /// Opens or creates the file and its folder.
    ///
    /// # Errors
    /// If the file cannot be opened, is locked by another process, contains games
    /// of other players, or is damaged.
    pub fn open(path: &Path, players: ComparedPlayers) -> Result<Self, CompareError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        std::fs::create_dir_all(folder)
            .map_err(|cause| CompareError::Create { path: folder.to_owned(), cause })?;
        let (journal, contents) = Journal::open(path, Columns::fixed(COLUMNS))?;
        let mut opened = Self {
            path: path.to_owned(),
            journal,
            players,
            pairs: Vec::with_capacity(contents.rows.len()),
            torn: contents.torn,
        };
        for row in &contents.rows {
            let pair = opened.parse(row)?;
            opened.pairs.push(pair);
        }
        Ok(opened)
    }

    fn parse(&self, row: &Row) -> Result<ScorePair, CompareError> {
        let line = self.pairs.len() + 2;
        let expected = self.players.fields();
        for ((column, found), expected) in COLUMNS[1..].iter().zip(&row.fixed[1..]).zip(&expected) {
            if found != expected {
                return Err(CompareError::OtherGames {
                    path: self.path.clone(),
                    line,
                    column,
                    found: found.clone(),
                    expected: expected.clone(),
                });
            }
        }
        let damaged =
            |problem: String| CompareError::from(FileError::damaged(&self.path, line, problem));
        if row.fixed[0] != self.pairs.len().to_string() {
            let (found, expected) = (&row.fixed[0], self.pairs.len());
            return Err(damaged(format!("pair: found {found}, expected {expected}")));
        }
        let score = |column: usize| {
            let text = &row.fixed[column];
            let name = COLUMNS[column];
            let problem = || damaged(format!("{name}: found {text:?}, expected a number"));
            let is_played = !text.is_empty();
            is_played.then(|| text.parse().map_err(|_| problem())).transpose()
        };
        let scores = [score(4)?, score(5)?];
        if scores == [None; 2] {
            return Err(damaged("found no score, expected one at least".to_owned()));
        }
        Ok(ScorePair { scores })
    }

    /// Checks that a recorded game has the scores of the sides that must play it.
    ///
    /// # Errors
    /// If a score is missing.
    pub(super) fn check_scores(&self, index: usize, plays: [bool; 2]) -> Result<(), CompareError> {
        let scores = self.pairs[index].scores;
        let missing = (0..2).find(|&side| plays[side] && scores[side].is_none());
        missing.map_or(Ok(()), |side| {
            Err(CompareError::MissingScore {
                path: self.path.clone(),
                line: index + 2,
                column: COLUMNS[4 + side],
            })
        })
    }

    /// Returns the identity of the games.
    pub fn players(&self) -> ComparedPlayers {
        self.players
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns all recorded pairs, in the order of their seeds.
    pub fn pairs(&self) -> &[ScorePair] {
        &self.pairs
    }

    /// Whether an incomplete last line was dropped when the file was opened.
    pub fn was_torn(&self) -> bool {
        self.torn
    }

    /// Whether other processes are kept from appending; not on a file system
    /// without locks.
    pub fn is_locked(&self) -> bool {
        self.journal.is_locked()
    }

    /// Appends the next pairs and waits until they are on the disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&mut self, pairs: &[ScorePair]) -> Result<(), CompareError> {
        let first = self.pairs.len();
        let row = |(index, pair): (usize, &ScorePair)| {
            let mut fixed = vec![(first + index).to_string()];
            fixed.extend(self.players.fields());
            let text = |score: Option<u64>| score.map_or(String::new(), |score| score.to_string());
            fixed.extend(pair.scores.map(text));
            Row::fixed(fixed)
        };
        let rows: Vec<Row> = pairs.iter().enumerate().map(row).collect();
        self.journal.append_all(&rows)?;
        self.pairs.extend_from_slice(pairs);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_reported_with_the_ways_out_of_a_comparison() {
        let path = Path::new("pairs.csv");
        let error = CompareError::from(FileError::damaged(path, 7, "found nothing"));
        let text = error.to_string();
        assert!(text.starts_with("pairs.csv line 7: found nothing - "), "{text}");
        assert!(text.contains("compare again"), "{text}");
        assert!(!text.contains("resume"), "{text}");
    }
}
