//! What a shell offers for an argument that is a name or a path.

use std::ffi::OsStr;
use std::path::Path;

use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use tune2048_engine::presets::Preset;
use tune2048_files::built_in_files::BuiltInFiles;
use tune2048_tuner::record::source::{NETWORKS, RESULTS};

use super::built_in::{LEARNING, SPACES, meanings};

/// A kind of names.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Names {
    Spaces,
    Learning,
    Presets,
    /// Campaigns and learning runs in their usual folders.
    Recorded,
}

impl Names {
    /// Whatever commands take that ask for WEIGHTS.
    pub(crate) const WEIGHTS: &[Self] = &[Self::Presets, Self::Recorded];

    fn candidates(self) -> Vec<CompletionCandidate> {
        let of_files = |files: &BuiltInFiles| {
            meanings(files).iter().map(|(name, meaning)| candidate(name, meaning)).collect()
        };
        let of_preset = |preset: &Preset| candidate(preset.name, preset.meaning);
        match self {
            Self::Spaces => of_files(&SPACES),
            Self::Learning => of_files(&LEARNING),
            Self::Presets => Preset::ALL.iter().map(of_preset).collect(),
            Self::Recorded => recorded(),
        }
    }
}

/// Offers names of these kinds, and paths.
pub(crate) fn offer(kinds: &'static [Names]) -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let begin = current.to_string_lossy();
        let mut found: Vec<_> = kinds.iter().flat_map(|kind| kind.candidates()).collect();
        found.retain(|name| name.get_value().to_string_lossy().starts_with(&*begin));
        found.extend(PathCompleter::any().complete(current));
        found
    })
}

/// Returns a name with its meaning.
pub(crate) fn candidate(name: &str, meaning: &str) -> CompletionCandidate {
    CompletionCandidate::new(name).help(Some(meaning.to_owned().into()))
}

fn recorded() -> Vec<CompletionCandidate> {
    let mut found = Vec::new();
    for (folder, what) in [(RESULTS, "a campaign"), (NETWORKS, "a learning run")] {
        let entries = Path::new(folder).read_dir().into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.path().is_dir());
        found.extend(folders.map(|entry| candidate(&entry.file_name().to_string_lossy(), what)));
    }
    found.sort();
    found
}
