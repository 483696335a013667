//! The argument WEIGHTS: a weights file, a results folder or a preset.

use std::path::Path;

use tune2048_engine::presets::Preset;
use tune2048_tuner::weights::file::WeightsFile;
use tune2048_tuner::weights::source::{WeightsSourceError, campaign_folder};

use super::completion::{Names, offer};
use super::file_kind::FileKind;
use crate::cli::terminal::BadInput;

/// The argument WEIGHTS.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WeightsSource {
    #[arg(id = "weights", value_name = "WEIGHTS", add = offer(Names::WEIGHTS), help = help())]
    pub(crate) name: String,
}

fn help() -> String {
    format!(
        "Weights file (TOML), learned network (safetensors or packed), results folder or its name, or preset: {}",
        Preset::ALL.map(|preset| preset.name).join(", ")
    )
}

impl WeightsSource {
    /// Makes a source from an entry of a file; paths are relative to the file's folder.
    pub(crate) fn within(folder: &Path, weights: &str) -> Self {
        let path = folder.join(weights);
        // A word that is not a path may be a misspelt preset.
        let is_word = !path.exists() && !weights.contains(['/', '\\', '.']);
        let is_name = is_word || Preset::find(weights).is_some();
        Self { name: if is_name { weights.to_owned() } else { path.display().to_string() } }
    }

    /// Finds and reads the weights.
    pub(crate) fn load(&self) -> anyhow::Result<WeightsFile> {
        WeightsFile::find(&self.name).map_err(|error| {
            // A run may have the name of a file that is built in.
            let is_of_run = campaign_folder(&self.name).map_or(true, |path| path.is_dir());
            if !is_of_run && let Err(other) = FileKind::Weights.expect_at(Path::new(&self.name)) {
                return other.into();
            }
            match error {
                WeightsSourceError::NotFound(problem) => BadInput(problem).into(),
                WeightsSourceError::Mistakes(mistakes) => mistakes.into(),
                WeightsSourceError::Folder(error) => error.into(),
            }
        })
    }

    /// Finds and reads the weights of a player whose moves are chosen here.
    pub(crate) fn load_for_boards(&self) -> anyhow::Result<WeightsFile> {
        let file = self.load()?;
        file.board_player(&self.name).map_err(BadInput)?;
        Ok(file)
    }
}

/// Gives a published preset the depth of the other player, since weights are compared, not searches.
///
/// The depth of a published preset is only a default. Tuned presets keep theirs.
pub(crate) fn share_depth(sources: [&WeightsSource; 2], files: [&mut WeightsFile; 2]) {
    let [is_default, other_is_default] =
        sources.map(|source| Preset::find(&source.name).is_some_and(|preset| !preset.is_tuned()));
    let [file, other] = files.map(|file| &mut file.weights);
    let (default, own) = match (is_default, other_is_default) {
        (true, false) => (file, other),
        (false, true) => (other, file),
        _ => return,
    };
    if let Some(depth) = own.subject.depth()
        && let Ok(deep) = default.at_depth(depth, "--depth")
    {
        *default = deep;
    }
}
