//! What has a name without a file: search spaces, learning files and presets; and what a shell offers
//! for an argument that is a name or a path.

use std::ffi::OsStr;
use std::fs::DirEntry;
use std::path::Path;

use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use tune2048_engine::presets::Preset;
use tune2048_files::built_in_files::BuiltInFiles;
use tune2048_tuner::record::source::{NETWORKS, RESULTS};

#[macro_use]
#[path = "../../../search-spaces/built_in.rs"]
mod search_spaces;

pub(crate) use search_spaces::BUILT_IN as SPACES;

/// The name and the text of each learning file of the repository.
pub(crate) static LEARNING: [(&str, &str); 13] = built_in![
    "../../../learning/",
    "4x6",
    "first-network",
    "large",
    "lines",
    "medium",
    "medium-begin",
    "medium-late",
    "medium-middle",
    "night",
    "night-end",
    "short",
    "small",
    "small-without-search",
];

/// The first sentence of the comment at the top of a file; the line of an editor's schema is none.
fn first_sentence(text: &str) -> String {
    let lines = text.lines().skip_while(|line| line.starts_with("#:") || *line == "#");
    let comment = lines.map_while(|line| line.strip_prefix('#').map(str::trim));
    let comment: Vec<&str> = comment.take_while(|line| !line.is_empty()).collect();
    let comment = comment.join(" ");
    let end = comment.find(". ").unwrap_or(comment.len());
    comment[..end].trim_end_matches(['.', ':']).to_owned()
}

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

    /// The names of this kind, each with its meaning.
    pub(crate) fn all(self) -> Vec<(String, String)> {
        let of_files = |files: &BuiltInFiles| {
            files.iter().map(|(name, text)| ((*name).to_owned(), first_sentence(text))).collect()
        };
        let of_preset = |preset: &Preset| (preset.name.to_owned(), preset.meaning.to_owned());
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
        let names = kinds.iter().flat_map(|kind| kind.all());
        let begun = names.filter(|(name, _)| name.starts_with(&*begin));
        let mut found: Vec<_> = begun.map(|(name, meaning)| candidate(&name, &meaning)).collect();
        found.extend(PathCompleter::any().complete(current));
        found
    })
}

/// Returns a name with its meaning.
pub(crate) fn candidate(name: &str, meaning: &str) -> CompletionCandidate {
    CompletionCandidate::new(name).help(Some(meaning.to_owned().into()))
}

fn recorded() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (folder, what) in [(RESULTS, "a campaign"), (NETWORKS, "a learning run")] {
        let entries = Path::new(folder).read_dir().into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.path().is_dir());
        let name = |entry: DirEntry| entry.file_name().to_string_lossy().into_owned();
        found.extend(folders.map(|entry| (name(entry), what.to_owned())));
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use tune2048_testkit::recorded;

    use super::*;
    use crate::view::campaigns::parse_learning;

    #[test]
    fn every_learning_file_is_sound() {
        for (name, text) in LEARNING {
            let read = parse_learning(Path::new(name), text, name);
            read.unwrap_or_else(|mistakes| panic!("{mistakes}"));
        }
    }

    #[test]
    fn every_search_space_and_learning_file_of_the_repository_is_built_in() {
        for (folder, built_in) in [("search-spaces", &SPACES[..]), ("learning", &LEARNING)] {
            let mut files = Vec::new();
            for path in recorded::files(folder) {
                if path.extension().is_some_and(|extension| extension == "toml") {
                    let name = path.file_stem().expect("a name").to_string_lossy();
                    let text = std::fs::read_to_string(&path).expect("a text");
                    files.push((name.into_owned(), text));
                }
            }
            files.sort();
            let named = |&(name, text): &(&str, &str)| (name.to_owned(), text.to_owned());
            assert_eq!(files, built_in.iter().map(named).collect::<Vec<_>>());
        }
    }
}
