//! Weights by what the user calls them: a preset, a file, or a folder of results.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use tune2048_engine::heuristic::tuples::Tuples;
use tune2048_engine::tuples::{NETWORK_EXTENSIONS, NETWORK_FILE, NamedNetwork};
use tune2048_engine::{BoardPlayer, HeuristicKind, PlayerSettings, Preset};

use super::{BEST, CampaignError, Folder, Outcome, Result};
use crate::subject::{Configuration, Subject};
use crate::weights::WeightsFile;
use tune2048_files::regular;
use tune2048_files::shell::quoted;
use tune2048_files::toml_errors::nearest;

/// The folder in which campaigns are kept by default.
pub const RESULTS: &str = "results";

/// The folder in which learning runs are kept by default.
pub const NETWORKS: &str = "networks";

/// Returns the path that is given if there is anything, else the campaign or the learning run of
/// this name, as `list` shows it, in [`RESULTS`] or [`NETWORKS`], else the path.
///
/// # Errors
/// If both have this name, in words.
pub fn campaign_folder(given: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(given);
    let is_name = path.components().all(|part| matches!(part, Component::Normal(_)));
    if !is_name || path.exists() {
        return Ok(path);
    }
    let folders = [RESULTS, NETWORKS].map(|folder| Path::new(folder).join(&path));
    match &folders.into_iter().filter(|folder| folder.is_dir()).collect::<Vec<_>>()[..] {
        [_, _] => Err(format!(
            "{given}: found a campaign in {RESULTS}/{given} and a learning run in {NETWORKS}/{given}, \
             expected one of them - give the folder"
        )),
        [folder] => Ok(folder.clone()),
        _ => Ok(path),
    }
}

impl WeightsFile {
    /// Returns a preset with its player and its evidence.
    pub fn of_preset(preset: &Preset) -> Self {
        Self { weights: Configuration::of_preset(preset), evidence: preset.evidence() }
    }

    /// Finds and reads weights: those of a preset, a file of weights or of a network, or a folder
    /// of results or its name.
    ///
    /// # Errors
    /// If there is nothing of this name, or it cannot be read.
    pub fn find(name: &str) -> Result<Self> {
        find(name, |_, folder, best| Ok(Self::parse(&folder.file(BEST), best)?))
    }

    /// Finds and reads the weights that a campaign found, proven better or not; of other sources
    /// the weights that [`find`](Self::find) returns.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn find_candidate(name: &str) -> Result<Self> {
        find(name, |outcome, _, _| Ok(outcome.candidate_file()))
    }

    /// Returns the player whose moves and values are known in this process; `name` is that of the
    /// weights in the problem.
    ///
    /// # Errors
    /// If a program plays, in words.
    pub fn board_player(&self, name: &str) -> Result<BoardPlayer, String> {
        self.weights.board_player().ok_or_else(|| {
            format!(
                "{name}: found {}, expected a player whose moves and values are known \
                 here - measure a program with evaluate, compare or tournament",
                self.weights.subject
            )
        })
    }
}

/// Finds and reads weights; of a campaign those that `chosen` makes of its outcome, its folder and its `best.toml`.
fn find(
    name: &str,
    chosen: impl Fn(&Outcome, &Folder, &str) -> Result<WeightsFile>,
) -> Result<WeightsFile> {
    if name.is_empty() {
        return Err(not_found("\"\""));
    }
    let path = campaign_folder(name).map_err(CampaignError::BadInput)?;
    if let Some(preset) = Preset::find(name) {
        return match is_of_results(&path) {
            true => Err(two_meanings(name, &path)),
            false => Ok(WeightsFile::of_preset(preset)),
        };
    }
    let [network, best] = [NETWORK_FILE, BEST].map(|file| path.join(file));
    if network.is_file() {
        return learned(&network);
    }
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    if path.is_file() {
        let is_network = NETWORK_EXTENSIONS.contains(&extension);
        return if is_network { learned(&path) } else { read(&path) };
    }
    if !path.is_dir() {
        return Err(not_found(name));
    }
    let folder = Folder::at(&path);
    if !folder.is_campaign() {
        return match best.is_file() {
            true => read(&best),
            false => Err(CampaignError::BadInput(format!(
                "{name}: found a folder without {BEST}, expected the results of a campaign"
            ))),
        };
    }
    let state = match folder.read(false) {
        Err(CampaignError::WeightsOnly(_)) => folder.read_log()?,
        read => read?,
    };
    match (&state.outcome, state.best_texts.front()) {
        (Some(outcome), Some(best)) => chosen(outcome, &folder, best),
        _ => Err(CampaignError::BadInput(format!(
            "{name}: the campaign has no {BEST} yet - finish it with `tune2048 resume {}`",
            quoted(&path)
        ))),
    }
}

/// Whether a folder has weights that a campaign or a learning run has found.
fn is_of_results(path: &Path) -> bool {
    Folder::at(path).is_campaign()
        || [NETWORK_FILE, BEST].iter().any(|file| path.join(file).is_file())
}

fn two_meanings(name: &str, path: &Path) -> CampaignError {
    let folder = match path.components().count() {
        1 => Path::new(".").join(path),
        _ => path.to_owned(),
    };
    let folder = folder.display();
    let prefix = Preset::PREFIX;
    CampaignError::BadInput(format!(
        "{name}: found a preset and the results in {folder}, expected one of them - write \
         {prefix}{name} or {folder}"
    ))
}

/// Reads a network that was learned, to be played by the default player.
fn learned(path: &Path) -> Result<WeightsFile> {
    let name = path.display().to_string();
    let network = NamedNetwork::open(&name)
        .map_err(|error| CampaignError::BadInput(format!("{name}: {error}")))?;
    let evidence = network.network.evidence().iter();
    let evidence = evidence.map(|(key, value)| (key.clone(), value.as_str().into())).collect();
    let heuristic = HeuristicKind::Tuples(Arc::new(Tuples::new(network, [])));
    let subject = Subject::board(PlayerSettings::default(), heuristic);
    Ok(WeightsFile { weights: Configuration::defaults(subject), evidence })
}

fn read(path: &Path) -> Result<WeightsFile> {
    let text =
        regular::read_text(path).map_err(|error| CampaignError::BadInput(error.to_string()))?;
    Ok(WeightsFile::parse(path, &text)?)
}

fn not_found(name: &str) -> CampaignError {
    let presets = Preset::ALL.map(|preset| preset.name);
    let hint = match nearest(name, presets) {
        Some(meant) => format!(" - did you mean {meant}? Expected"),
        None => ", expected".to_owned(),
    };
    CampaignError::BadInput(format!(
        "{name}: found no such file, folder or preset{hint} a weights TOML, a results folder or one of {}",
        presets.join(", ")
    ))
}
