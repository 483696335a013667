//! The folder of a campaign, and the names of what is in it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use atomic_write_file::AtomicWriteFile;
use serde::{Deserialize, Serialize};

use super::error::CheckpointError;

/// The search space as it was given, comments included.
pub const SEARCH_SPACE: &str = "search-space.toml";
/// What the campaign was started with; a folder that holds it is a campaign's.
pub const RECORD: &str = "campaign.json";
/// One row per evaluated candidate.
pub const TRIALS: &str = "trials.csv";
/// One row per generation of an optimizer that has a distribution.
pub const DISTRIBUTIONS: &str = "distributions.csv";
/// One row per candidate and round of an adaptive number of games.
pub const ROUNDS: &str = "rounds.csv";
/// What the games before the search told.
pub const PILOT: &str = "pilot.json";
/// One row per change of the search space on the way.
pub const CHANGES: &str = "changes.csv";
/// A search space that a running campaign is asked to go on with.
pub const REQUEST: &str = "change-request.toml";
/// The same, once the campaign has taken it up.
pub const TAKEN: &str = "change-taken.toml";
/// The same, if it cannot be.
pub const REFUSED: &str = "change-refused.toml";
/// The search space of a ladder as it was given; a folder that holds it is a ladder's.
pub const LADDER: &str = "ladder.toml";
/// One row per set of weights that played after the search.
pub const FINALISTS: &str = "finalists.csv";
/// One row per game that a finalist played.
pub const FINAL_GAMES: &str = "final-games.csv";
/// One row per validation that was begun.
pub const LOOKS: &str = "looks.csv";
/// The recommended weights.
pub const BEST: &str = "best.toml";

/// What a campaign was started with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The version of the program that started it.
    pub version: String,
    /// The search space that its trials were played for, so that a changed file is noticed.
    pub spec: String,
    /// Whether its winner has been chosen and validated.
    pub finished: bool,
    /// How many changes there are at least, so that a missing one is noticed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub changes: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The folder of a campaign.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// A folder, made if there is none.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn make(path: &Path) -> Result<Self, CheckpointError> {
        fs::create_dir_all(path).map_err(|cause| CheckpointError::Create {
            path: path.to_owned(),
            cause,
        })?;
        Ok(Self {
            path: path.to_owned(),
        })
    }

    /// Makes the folder of a new campaign.
    ///
    /// # Errors
    /// If there is a campaign already, or the folder cannot be made.
    pub fn create(path: &Path) -> Result<Self, CheckpointError> {
        let folder = Self {
            path: path.to_owned(),
        };
        folder.check_new()?;
        Self::make(path)
    }

    /// Makes the folder that of a campaign over this search space.
    ///
    /// # Errors
    /// If there is a campaign already, or the folder cannot be written.
    pub fn start(&self, spec: &str) -> Result<(), CheckpointError> {
        self.check_new()?;
        self.set_search_space(spec, 0).map_err(|error| match error {
            CheckpointError::Io { path, cause, .. } => CheckpointError::Create { path, cause },
            other => other,
        })
    }

    fn check_new(&self) -> Result<(), CheckpointError> {
        if self.file(RECORD).exists() {
            let path = self.path.clone();
            return Err(CheckpointError::Exists { path });
        }
        Ok(())
    }

    /// Opens the folder of a campaign.
    ///
    /// # Errors
    /// If there is none, or the folder has its weights only.
    pub fn open(path: &Path) -> Result<Self, CheckpointError> {
        Self::at(path).check_rows()?;
        Self::open_record(path)
    }

    /// Opens the folder of a campaign whose rows may be left out.
    ///
    /// # Errors
    /// If there is none.
    pub fn open_record(path: &Path) -> Result<Self, CheckpointError> {
        let folder = Self::at(path);
        if folder.file(RECORD).is_file() {
            Ok(folder)
        } else if folder.file(LADDER).is_file() {
            Err(CheckpointError::Ladder { path: folder.path })
        } else {
            Err(CheckpointError::Missing { path: folder.path })
        }
    }

    /// Checks that the folder is not one of recommended weights without the rows of the
    /// campaign that found them.
    ///
    /// # Errors
    /// If it is.
    pub fn check_rows(&self) -> Result<(), CheckpointError> {
        let is_complete = [TRIALS, LADDER].iter().any(|name| self.file(name).exists());
        if self.file(BEST).is_file() && !is_complete {
            let path = self.path.clone();
            return Err(CheckpointError::WeightsOnly { path });
        }
        Ok(())
    }

    /// A folder that may hold anything.
    pub fn at(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The text of a file in it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self, name: &str) -> Result<String, CheckpointError> {
        let path = self.file(name);
        fs::read_to_string(&path).map_err(CheckpointError::io(&path, "read"))
    }

    /// Writes a file whole: until it is on the disk, the old one stays.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), CheckpointError> {
        let path = self.file(name);
        let replace = || -> io::Result<()> {
            let mut file = AtomicWriteFile::open(&path)?;
            file.write_all(text.as_bytes())?;
            file.commit()
        };
        replace().map_err(CheckpointError::io(&path, "write"))
    }

    /// What the campaign was started with.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn record(&self) -> Result<Record, CheckpointError> {
        let text = self.read(RECORD)?;
        serde_json::from_str(&text).map_err(|error| CheckpointError::DamagedRecord {
            path: self.file(RECORD),
            line: error.line(),
            problem: error.to_string(),
        })
    }

    /// Makes this the search space of the campaign, which is to go on with it
    /// after so many changes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn set_search_space(&self, text: &str, changes: usize) -> Result<(), CheckpointError> {
        self.write(SEARCH_SPACE, text)?;
        // Last, since it is what makes the folder a campaign's.
        self.record_search_space(text, changes)
    }

    /// Makes this the search space on record, whatever the file says.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn record_search_space(&self, text: &str, changes: usize) -> Result<(), CheckpointError> {
        self.write_record(&Record {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            spec: text.to_owned(),
            finished: false,
            changes,
        })
    }

    /// Notes that the winner has been chosen and validated.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn set_finished(&self) -> Result<(), CheckpointError> {
        let record = self.record()?;
        self.write_record(&Record {
            finished: true,
            ..record
        })
    }

    fn write_record(&self, record: &Record) -> Result<(), CheckpointError> {
        let text = serde_json::to_string_pretty(record).expect("a record has a JSON form");
        self.write(RECORD, &(text + "\n"))
    }
}
