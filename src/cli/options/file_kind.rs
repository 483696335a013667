//! What a file is, by its contents, for commands that are given one of another kind.

use std::path::Path;

use tune2048_files::shell::quoted;
use tune2048_tuner::weights::source::exported_language;

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

    /// Refuses a file of another kind, and says which command takes it.
    ///
    /// # Errors
    /// If the file is of a kind that is known, and not of this one.
    pub(crate) fn expect(self, path: &Path, text: &str) -> Result<(), BadInput> {
        match Self::of(text) {
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
