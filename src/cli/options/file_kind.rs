//! What a file is, by its contents, for commands that are given one of another kind.

use std::path::Path;

use tune2048_engine::presets::Preset;
use tune2048_files::shell::quoted;
use tune2048_files::{built_in_files, text};
use tune2048_tuner::weights::source::exported_language;

use super::built_in::{LEARNING, SPACES};
use crate::cli::terminal::failure::BadInput;

/// What a file that people give to commands is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    SearchSpace,
    Weights,
    Tournament,
    Learning,
    /// Weights in another form than TOML.
    Exported(&'static str),
}

impl FileKind {
    /// Returns the kind of a text; `None` if it has no sign of any.
    pub(crate) fn of(text: &str) -> Option<Self> {
        if let Some(name) = exported_language(text) {
            return Some(Self::Exported(name));
        }
        let table: toml::Table = text.parse().ok()?;
        let has = |keys: &[&str]| keys.iter().any(|key| table.contains_key(*key));
        if has(&["players"]) {
            Some(Self::Tournament)
        } else if has(&["evidence"]) {
            Some(Self::Weights)
        } else if has(&["tuples", "method", "test-games", "curve"]) {
            Some(Self::Learning)
        } else if has(&["budget", "objective", "optimizer", "ladder", "pilot"]) {
            Some(Self::SearchSpace)
        } else {
            None
        }
    }

    /// Returns the kind of what has this name without a file; that of a search space if there are
    /// several.
    fn of_name(name: &str) -> Option<Self> {
        let is_in = |files: &[(&str, &str)]| files.iter().any(|(found, _)| *found == name);
        if is_in(&SPACES) {
            Some(Self::SearchSpace)
        } else if is_in(&LEARNING) {
            Some(Self::Learning)
        } else {
            Preset::find(name).map(|_| Self::Weights)
        }
    }

    /// Returns the kind of a file or, without one, of what is built in under this name.
    pub(crate) fn at(path: &Path) -> Option<Self> {
        match std::fs::read_to_string(path) {
            Ok(text) => Self::of(&text),
            Err(_) if path.exists() => None,
            Err(_) => Self::of_name(&path.to_string_lossy()),
        }
    }

    /// Reads a file of this kind or, without one, what is built in under this name.
    ///
    /// # Errors
    /// If there is neither, or it is of another kind.
    pub(crate) fn read(self, path: &Path) -> Result<String, BadInput> {
        let read = match self {
            Self::SearchSpace => built_in_files::read(&SPACES, path, "a search space file"),
            Self::Learning => built_in_files::read(&LEARNING, path, "a file of settings"),
            _ => text::read(path),
        };
        let text =
            read.map_err(|problem| self.expect_at(path).err().unwrap_or(BadInput(problem)))?;
        // A search space tells of weights with their place.
        if (self, Self::of(&text)) != (Self::SearchSpace, Some(Self::Weights)) {
            self.expect(path, &text)?;
        }
        Ok(text)
    }

    fn words(self) -> String {
        match self {
            Self::SearchSpace => "a search space".to_owned(),
            Self::Weights => "a file of weights".to_owned(),
            Self::Tournament => "a tournament".to_owned(),
            Self::Learning => "the settings of a learning run".to_owned(),
            Self::Exported(name) => format!("weights as {name}"),
        }
    }

    fn advice(self, path: &Path) -> String {
        let path = quoted(path);
        match self {
            Self::SearchSpace => format!("run it by `tune2048 run {path}`"),
            Self::Weights => format!("play them by `tune2048 evaluate {path}`"),
            Self::Tournament => format!("play it by `tune2048 tournament {path}`"),
            Self::Learning => format!("learn by `tune2048 learn {path}`"),
            Self::Exported(_) => {
                "give the campaign's folder or its best.toml; `tune2048 export WEIGHTS --format \
                 toml` writes one"
                    .to_owned()
            }
        }
    }

    /// Refuses a text of another kind, and says which command takes it.
    ///
    /// # Errors
    /// If the text is of a kind that is known, and not of this one.
    pub(crate) fn expect(self, path: &Path, text: &str) -> Result<(), BadInput> {
        self.expect_found(path, Self::of(text))
    }

    /// Refuses a file or a name of another kind, and says which command takes it.
    ///
    /// # Errors
    /// If the kind is known, and not this one.
    pub(crate) fn expect_at(self, path: &Path) -> Result<(), BadInput> {
        self.expect_found(path, Self::at(path))
    }

    fn expect_found(self, path: &Path, found: Option<Self>) -> Result<(), BadInput> {
        match found {
            Some(found) if found != self => Err(BadInput(format!(
                "{}: found {}, expected {} - {}",
                path.display(),
                found.words(),
                self.words(),
                found.advice(path)
            ))),
            _ => Ok(()),
        }
    }
}
