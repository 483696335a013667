//! The argument WEIGHTS: a weights file, a results folder or a preset.

use std::path::Path;

use tune2048_engine::presets::Preset;
use tune2048_tuner::record::CampaignError;
use tune2048_tuner::record::source::campaign_folder;
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::weights::file::WeightsFile;

use super::files::FileKind;
use crate::cli::terminal::eprint_line;

/// The argument WEIGHTS.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WeightsSource {
    #[arg(id = "weights", value_name = "WEIGHTS", help = help())]
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
        let file = self.read(WeightsFile::find)?;
        if Evidence::read(&file).is_some_and(|found| found.candidate.is_some()) {
            let caution = Evidence::caution(&file).unwrap_or_default();
            eprint_line(&format!("note: {}: {caution}", self.name));
        }
        Ok(file)
    }

    /// Finds and reads the weights by `find`, and says nothing of them.
    pub(crate) fn read(
        &self,
        find: fn(&str) -> Result<WeightsFile, CampaignError>,
    ) -> anyhow::Result<WeightsFile> {
        find(&self.name).map_err(|error| {
            // A run may have the name of a file that is built in.
            let is_of_run = campaign_folder(&self.name).map_or(true, |path| path.is_dir());
            if !is_of_run && let Err(other) = FileKind::Weights.expect_at(Path::new(&self.name)) {
                return other.into();
            }
            error.into()
        })
    }

    /// Finds and reads other weights by their name. Weights are compared, not searches: a published
    /// preset, whose depth is only a default, gets the depth of the others. Tuned presets keep theirs.
    pub(crate) fn load_other(
        &self,
        file: &mut WeightsFile,
        name: &str,
    ) -> anyhow::Result<WeightsFile> {
        let mut other = Self { name: name.to_owned() }.load()?;
        let is_default = |name: &str| Preset::find(name).is_some_and(|preset| !preset.is_tuned());
        match (is_default(&self.name), is_default(name)) {
            (true, false) => adopt_depth(&mut file.weights, &other.weights),
            (false, true) => adopt_depth(&mut other.weights, &file.weights),
            _ => {}
        }
        Ok(other)
    }
}

fn adopt_depth(weights: &mut Configuration, other: &Configuration) {
    if let Some(depth) = other.subject.depth()
        && let Ok(deep) = weights.at_depth(depth, "--depth")
    {
        *weights = deep;
    }
}
