//! The argument WEIGHTS: a weights file, a results folder or a preset.

use std::path::Path;
use std::sync::Arc;

use tune2048_engine::heuristic::tuples::Tuples;
use tune2048_engine::heuristic::{HeuristicKind, Weights};
use tune2048_engine::player::PlayerSettings;
use tune2048_engine::presets::Preset;
use tune2048_engine::tuples::NamedNetwork;
use tune2048_learning::run::NETWORK;
use tune2048_tuner::campaign::Evidence;
use tune2048_tuner::checkpoint::Folder;
use tune2048_tuner::checkpoint::file_names::{BEST, MANIFEST};
use tune2048_tuner::weights_file::WeightsFile;

use super::campaign_folder::campaign_folder;
use super::failure::BadInput;
use super::input::read_file;

/// The argument WEIGHTS.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct WeightsSource {
    #[arg(value_name = "WEIGHTS", help = help())]
    weights: String,
}

fn help() -> String {
    let presets = Preset::ALL.map(|preset| preset.name);
    format!(
        "Weights file (TOML), learned network (safetensors), results folder or its name, or preset: {}",
        presets.join(", ")
    )
}

impl WeightsSource {
    /// Makes a source from another argument that takes weights.
    pub(super) fn of(weights: String) -> Self {
        Self { weights }
    }

    /// Makes a source from an entry of a file; paths are relative to the file's folder.
    pub(super) fn within(folder: &Path, weights: &str) -> Self {
        let path = folder.join(weights);
        // A word that is not a path may be a misspelt preset.
        let is_word = !path.exists() && !weights.contains(['/', '\\', '.']);
        Self {
            weights: if is_word || Preset::find(weights).is_some() {
                weights.to_owned()
            } else {
                path.display().to_string()
            },
        }
    }

    /// Returns the argument as the user typed it.
    pub(super) fn name(&self) -> &str {
        &self.weights
    }

    /// Finds and reads the weights.
    pub(super) fn load(&self) -> anyhow::Result<WeightsFile> {
        if let Some(file) = preset_file(&self.weights) {
            return Ok(file);
        }
        let Ok(path) = campaign_folder(&self.weights);
        let path = path.as_path();
        let network = path.join(NETWORK);
        if network.is_file() {
            return learned(&network);
        }
        if path.is_file() && path.extension().is_some_and(|kind| kind == "safetensors") {
            return learned(path);
        }
        if path.is_dir() {
            let best = path.join(BEST);
            if best.is_file() {
                let file = read(&best)?;
                if let Ok(folder) = Folder::open_manifest(path) {
                    Evidence::check_owner(&file, &folder)?;
                }
                return Ok(file);
            }
            return Err(self.folder_without_weights(path).into());
        }
        if path.is_file() {
            return read(path);
        }
        Err(self.not_found().into())
    }

    /// Finds and reads the weights of a player whose moves are chosen here.
    pub(super) fn load_for_boards(&self) -> anyhow::Result<WeightsFile> {
        let file = self.load()?;
        if let Some(learning) = file.player.learning() {
            return Err(BadInput(format!(
                "{}: found the player {learning}, expected one whose moves and values are known \
                 here - write its settings with `export --format learning`, learn a network with \
                 `learn`, and give that",
                self.weights
            ))
            .into());
        }
        match file.player.command() {
            None => Ok(file),
            Some(program) => Err(BadInput(format!(
                "{}: found the program {}, expected a player whose moves and values are known \
                 here - a program plays whole games by itself: measure it with evaluate, compare \
                 or tournament",
                self.weights,
                program.command_line()
            ))
            .into()),
        }
    }

    fn folder_without_weights(&self, path: &Path) -> BadInput {
        let folder = &self.weights;
        BadInput(if path.join(MANIFEST).is_file() {
            format!(
                "{folder}: the campaign has no {BEST} yet - finish it with `tune2048 resume {folder}`"
            )
        } else {
            format!("{folder}: found a folder without {BEST}, expected the results of a campaign")
        })
    }

    fn not_found(&self) -> BadInput {
        let presets = Preset::ALL.map(|preset| preset.name);
        let nearest = presets
            .iter()
            .map(|preset| (strsim::damerau_levenshtein(preset, &self.weights), preset))
            .min()
            .filter(|&(distance, _)| distance <= 3)
            .map_or(String::new(), |(_, preset)| {
                format!(" - did you mean {preset}?")
            });
        BadInput(format!(
            "{}: found no such file, folder or preset, expected a weights TOML, a results folder \
             or one of {}{nearest}",
            self.weights,
            presets.join(", ")
        ))
    }
}

/// Reads a network that was learned, to be played by the default player.
fn learned(path: &Path) -> anyhow::Result<WeightsFile> {
    let name = path.display().to_string();
    let network =
        NamedNetwork::open(&name).map_err(|error| BadInput(format!("{name}: {error}")))?;
    let evidence = network.network.evidence().iter();
    let evidence = evidence.map(|(key, value)| (key.clone(), value.as_str().into()));
    Ok(WeightsFile {
        evidence: evidence.collect(),
        weights: Weights::defaults(HeuristicKind::Tuples(Arc::new(Tuples::new(network, [])))),
        player: PlayerSettings::default(),
    })
}

/// Gives a published preset the depth of the other player, since weights are compared, not searches.
///
/// The depth of a published preset is only a default. Tuned presets keep theirs.
pub(super) fn share_depth(sources: [&WeightsSource; 2], files: [&mut WeightsFile; 2]) {
    let [is_default, other_is_default] = sources
        .map(|source| Preset::find(&source.weights).is_some_and(|preset| !preset.is_tuned()));
    let [file, other] = files.map(|file| &mut file.player);
    let (default, own) = match (is_default, other_is_default) {
        (true, false) => (file, other),
        (false, true) => (other, file),
        _ => return,
    };
    if let (Some(default), Some(own)) = (default.depth_mut(), own.depth_mut()) {
        *default = *own;
    }
}

fn read(path: &Path) -> anyhow::Result<WeightsFile> {
    let text = read_file(path)?;
    Ok(WeightsFile::parse(path, &text)?)
}

/// Returns the preset of this name with its player.
pub(super) fn preset_file(name: &str) -> Option<WeightsFile> {
    let preset = Preset::find(name)?;
    Some(WeightsFile {
        weights: preset.weights(),
        player: preset.player(),
        evidence: preset.evidence(),
    })
}
