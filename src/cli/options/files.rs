//! Files that people name: what they are by their contents, for commands that are given one of another
//! kind, and how they are written without harm to what people keep.

use std::path::Path;

use tune2048_engine::presets::Preset;
use tune2048_files::shell::quoted;
use tune2048_files::{FileError, atomic, built_in_files, destination, text};
use tune2048_learning::run::{CURVE, MANIFEST, NETWORK, SETTINGS, SNAPSHOT};
use tune2048_tuner::record::{BEST, GAMES, LOG, NOW, SEARCH_SPACE, TRIALS};
use tune2048_tuner::studies::tournament;

use super::names::{LEARNING, SPACES};
use crate::cli::terminal::BadInput;

/// What a file that people give to commands is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FileKind {
    SearchSpace,
    Weights,
    Tournament,
    Learning,
}

/// Whether a table has a value that is tuned.
fn has_range(table: &toml::Table) -> bool {
    table.iter().any(|(key, value)| match value {
        toml::Value::Table(table) => has_range(table),
        value => ["low", "high", "choices"].contains(&&**key) || value.as_str() == Some("tune"),
    })
}

impl FileKind {
    /// Returns the kind of a text; `None` if it has no sign of any.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let table: toml::Table = text.parse().ok()?;
        let signs: [(Self, &[&str]); 4] = [
            (Self::Tournament, &["players"]),
            (Self::Weights, &["evidence"]),
            (Self::Learning, &["tuples", "method", "test-games", "curve"]),
            (Self::SearchSpace, &["name", "budget", "objective", "optimizer", "pilot"]),
        ];
        let is_in_file = |key: &&str| table.contains_key(*key);
        let found = signs.into_iter().find(|(_, keys)| keys.iter().any(is_in_file));
        found.map(|(kind, _)| kind).or_else(|| {
            let is_of_weights = table.keys().all(|key| ["player", "heuristic"].contains(&&**key));
            let kind = if has_range(&table) { Self::SearchSpace } else { Self::Weights };
            (is_of_weights && !table.is_empty()).then_some(kind)
        })
    }

    /// Returns the kind of what has this name without a file; that of a search space if there are
    /// several.
    fn of_name(name: &str) -> Option<Self> {
        let is_in = |files: &[(&str, &str)]| files.iter().any(|(found, _)| *found == name);
        match name {
            _ if is_in(&SPACES) => Some(Self::SearchSpace),
            _ if is_in(&LEARNING) => Some(Self::Learning),
            _ => Preset::find(name).map(|_| Self::Weights),
        }
    }

    /// Returns the kind of a file or, without one, of what is built in under this name.
    pub(crate) fn at(path: &Path) -> Option<Self> {
        match std::fs::read_to_string(path) {
            Ok(text) => Self::of(&text),
            Err(_) if path.exists() && !path.is_dir() => None,
            Err(_) => Self::of_name(&path.to_string_lossy()),
        }
    }

    /// Reads a file of this kind or, without one, what is built in under this name.
    ///
    /// # Errors
    /// If there is neither, or it is of another kind.
    pub(crate) fn read(self, path: &Path) -> Result<String, BadInput> {
        // Any folder of the user may have the name of what is built in.
        let is_built_in = Self::of_name(&path.to_string_lossy()) == Some(self);
        if path.is_dir() && (!is_built_in || path.join(SEARCH_SPACE).is_file()) {
            return Err(BadInput(format!(
                "{}: found a folder, expected {} - name the file, or go on with a campaign by \
                 `tune2048 resume {}`",
                path.display(),
                self.words()[0],
                quoted(path)
            )));
        }
        let read = match self {
            Self::SearchSpace => built_in_files::read(&SPACES, path, "a search space file"),
            Self::Learning => built_in_files::read(&LEARNING, path, "a file of settings"),
            _ => text::read(path).map_err(|problem| match path.exists() {
                true => problem,
                false => format!("{problem} - expected {}", self.words()[0]),
            }),
        };
        let text =
            read.map_err(|problem| self.expect_at(path).err().unwrap_or(BadInput(problem)))?;
        let found = Self::of(&text);
        // A search space tells of weights with their place.
        if (self, found) != (Self::SearchSpace, Some(Self::Weights)) {
            self.expect(path, found)?;
        }
        Ok(text)
    }

    /// Returns what a file of this kind is, and the command that takes it.
    fn words(self) -> [&'static str; 2] {
        match self {
            Self::SearchSpace => ["a search space", "run"],
            Self::Weights => ["a file of weights", "evaluate"],
            Self::Tournament => ["a tournament", "tournament"],
            Self::Learning => ["the settings of a learning run", "learn"],
        }
    }

    /// Refuses a file or a name of another kind, and says which command takes it.
    ///
    /// # Errors
    /// If the kind is known, and not this one.
    pub(crate) fn expect_at(self, path: &Path) -> Result<(), BadInput> {
        self.expect(path, Self::at(path))
    }

    fn expect(self, path: &Path, found: Option<Self>) -> Result<(), BadInput> {
        let Some(found) = found.filter(|found| *found != self) else { return Ok(()) };
        let ([found, command], [expected, _]) = (found.words(), self.words());
        Err(BadInput(format!(
            "{}: found {found}, expected {expected} - use it by `tune2048 {command} {}`",
            path.display(),
            quoted(path)
        )))
    }
}

/// The files whose presence makes a folder a record, and those that a record consists of.
const RECORDS: [(&str, &[&str]); 3] = [
    (LOG, &[BEST, GAMES, LOG, NOW, SEARCH_SPACE, TRIALS]),
    (MANIFEST, &[CURVE, MANIFEST, NETWORK, SETTINGS, SNAPSHOT]),
    (tournament::MANIFEST, &[GAMES, tournament::MANIFEST]),
];

/// Writes a file that a user names; no part of a record and nothing that people write is replaced.
///
/// # Errors
/// If the file is such a one, or cannot be written.
pub(crate) fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    if path.is_file() {
        refuse_kept(path)?;
    }
    destination::write(path, bytes.as_ref()).map_err(of_destination)
}

/// Makes a folder that a user names, and those above it.
///
/// # Errors
/// If a file stands there, or the folder cannot be made.
pub(crate) fn make_folder(path: &Path) -> anyhow::Result<()> {
    atomic::make_folder(path).map_err(of_destination)
}

fn of_destination(error: FileError) -> anyhow::Error {
    match error {
        FileError::Kind { .. } => BadInput(error.advised()).into(),
        error => error.into(),
    }
}

fn refuse_kept(path: &Path) -> Result<(), BadInput> {
    let is_part = |(sign, parts): &(&str, &[&str])| {
        path.with_file_name(sign).is_file() && parts.iter().any(|part| path.ends_with(part))
    };
    let is_toml = path.extension().is_some_and(|extension| extension == "toml");
    let found = match FileKind::at(path) {
        _ if RECORDS.iter().any(is_part) => "a part of the record in its folder",
        Some(kind) if is_toml && kind != FileKind::Weights => kind.words()[0],
        _ => return Ok(()),
    };
    Err(BadInput(format!(
        "{}: found {found}, which would be lost - name another file",
        path.display()
    )))
}
