//! What has a name without a file: search spaces, learning files and presets.

use tune2048_engine::presets::Preset;
use tune2048_files::built_in_files::BuiltInFiles;

#[macro_use]
#[path = "../../../search-spaces/built_in.rs"]
mod search_spaces;

pub(crate) use search_spaces::BUILT_IN as SPACES;

/// The name and the text of each learning file of the repository.
pub(crate) static LEARNING: [(&str, &str); 12] = built_in![
    "../../../learning/",
    "4x6",
    "first-network",
    "large",
    "lines",
    "medium",
    "medium-begin",
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
}

impl Names {
    /// The names of this kind, each with its meaning.
    pub(crate) fn all(self) -> Vec<(String, String)> {
        let of_files = |files: &BuiltInFiles| {
            files.iter().map(|(name, text)| ((*name).to_owned(), first_sentence(text))).collect()
        };
        let of_preset = |preset: &Preset| (preset.name.to_owned(), preset.meaning().to_owned());
        match self {
            Self::Spaces => of_files(&SPACES),
            Self::Learning => of_files(&LEARNING),
            Self::Presets => Preset::ALL.iter().map(of_preset).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

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
