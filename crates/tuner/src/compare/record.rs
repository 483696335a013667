//! The pairs of a comparison, kept so that it can be killed and go on.

use std::path::{Path, PathBuf};

use super::Pair;
use crate::checkpoint::CheckpointError;
use crate::checkpoint::log::{Columns, Log, Row};
use crate::weights_file::WeightsFile;
use tune2048_engine::evaluate::EvaluateError;

/// Why a comparison cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// The games cannot be played, or a stop was requested.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    /// The system refused.
    #[error("{}: {problem}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried, what the system said and what to do.
        problem: String,
    },
    /// The record is not as it was written.
    #[error(transparent)]
    Damaged(CheckpointError),
    /// The record is of other games.
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
        /// What stands there.
        found: String,
        /// What should.
        expected: String,
    },
    /// Another process plays for this record.
    #[error(
        "{}: another process is playing this comparison - wait for it or stop it, then try again",
        .0.display()
    )]
    Locked(PathBuf),
}

impl CompareError {
    /// Whether the user asked for something that cannot be, as against a failure under way.
    pub fn is_bad_input(&self) -> bool {
        matches!(self, Self::OtherGames { .. })
    }

    /// The error of the log, which speaks of campaigns, for this file.
    fn of(error: CheckpointError, path: &Path) -> Self {
        match error {
            CheckpointError::Locked { .. } => Self::Locked(path.to_owned()),
            CheckpointError::Io {
                path,
                action,
                cause,
            } => Self::Io {
                path,
                problem: format!(
                    "cannot {action}: {cause} - what is recorded is safe; mend the cause and \
                     compare again, or give another file with --out"
                ),
            },
            other => Self::Damaged(other),
        }
    }
}

/// Which games a record holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Players {
    /// The seed of the games.
    pub seed: u64,
    /// The fingerprint of the weights and player of A.
    pub a: u32,
    /// The fingerprint of the weights and player of B.
    pub b: u32,
}

impl Players {
    /// The games of A and B, weights with their players, on the seeds of `seed`.
    pub fn new(a: &WeightsFile, b: &WeightsFile, seed: u64) -> Self {
        Self {
            seed,
            a: fingerprint(a),
            b: fingerprint(b),
        }
    }

    /// One number for all of it.
    pub fn fingerprint(&self) -> u32 {
        crc32fast::hash(self.fields().join(",").as_bytes())
    }

    fn fields(self) -> [String; 3] {
        let [a, b] = [self.a, self.b].map(|fingerprint| format!("{fingerprint:08x}"));
        [self.seed.to_string(), a, b]
    }
}

/// Everything that a recorded score depends on but the seed.
fn fingerprint(file: &WeightsFile) -> u32 {
    let file = WeightsFile {
        evidence: toml::Table::new(),
        ..file.clone()
    };
    let text = format!("{}\n{}", env!("CARGO_PKG_VERSION"), file.to_toml());
    crc32fast::hash(text.as_bytes())
}

const COLUMNS: [&str; 6] = ["pair", "seed", "a", "b", "score_a", "score_b"];

/// The file of the pairs, open for appending and locked against other processes.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    log: Log,
    players: Players,
    pairs: Vec<Pair>,
    torn: bool,
}

impl Record {
    /// Opens or makes the file, and its folder.
    ///
    /// # Errors
    /// If the system refuses, another process holds the file, it holds games
    /// of other players, or it is damaged.
    pub fn open(path: &Path, players: Players) -> Result<Self, CompareError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        std::fs::create_dir_all(folder).map_err(|cause| CompareError::Io {
            path: folder.to_owned(),
            problem: format!("cannot make this folder: {cause} - give another file with --out"),
        })?;
        let columns = Columns {
            fixed: COLUMNS.map(str::to_owned).into(),
            times: Vec::new(),
        };
        let (log, contents) =
            Log::open(path, columns).map_err(|error| CompareError::of(error, path))?;
        let mut record = Self {
            path: path.to_owned(),
            log,
            players,
            pairs: Vec::with_capacity(contents.rows.len()),
            torn: contents.torn,
        };
        for row in &contents.rows {
            let pair = record.parse(row)?;
            record.pairs.push(pair);
        }
        Ok(record)
    }

    fn parse(&self, row: &Row) -> Result<Pair, CompareError> {
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
        let damaged = |problem| {
            CompareError::Damaged(CheckpointError::Damaged {
                path: self.path.clone(),
                line,
                problem,
            })
        };
        if row.fixed[0] != self.pairs.len().to_string() {
            let (found, expected) = (&row.fixed[0], self.pairs.len());
            return Err(damaged(format!("pair: found {found}, expected {expected}")));
        }
        let score = |column: usize| {
            let text = &row.fixed[column];
            let name = COLUMNS[column];
            let problem = || damaged(format!("{name}: found {text:?}, expected a number"));
            text.parse().map_err(|_| problem())
        };
        Ok(Pair {
            a: score(4)?,
            b: score(5)?,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All recorded pairs, in the order of their seeds.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Whether a last line that was cut short was dropped.
    pub fn was_torn(&self) -> bool {
        self.torn
    }

    /// Appends the next pairs and waits until they are on the disk.
    ///
    /// # Errors
    /// If the system cannot write them.
    pub fn append(&mut self, pairs: &[Pair]) -> Result<(), CompareError> {
        let first = self.pairs.len();
        let row = |(index, pair): (usize, &Pair)| {
            let mut fixed = vec![(first + index).to_string()];
            fixed.extend(self.players.fields());
            fixed.extend([pair.a, pair.b].map(|score| score.to_string()));
            Row {
                fixed,
                times: Vec::new(),
            }
        };
        let rows: Vec<Row> = pairs.iter().enumerate().map(row).collect();
        let appended = self.log.append_all(&rows);
        appended.map_err(|error| CompareError::of(error, &self.path))?;
        self.pairs.extend_from_slice(pairs);
        Ok(())
    }
}
