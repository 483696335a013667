//! The argument SPACE: a search space file, or the name of one that is built in.

use std::path::Path;

use tune2048_tuner::space::CampaignSpec;

use crate::cli::options::file_kind::FileKind;
use crate::cli::terminal::failure::BadInput;

#[path = "../../../search-spaces/built_in.rs"]
mod built_in;

/// The names of the built-in search spaces, and the first sentence of each.
pub(crate) fn built_in_spaces() -> Vec<(&'static str, String)> {
    built_in::BUILT_IN.iter().map(|(name, text)| (*name, first_sentence(text))).collect()
}

/// The first sentence of the comment at the top of a file; the line of an editor's schema is none.
pub(crate) fn first_sentence(text: &str) -> String {
    let lines = text.lines().skip_while(|line| line.starts_with("#:") || *line == "#");
    let comment = lines.map_while(|line| line.strip_prefix('#').map(str::trim));
    let comment: Vec<&str> = comment.take_while(|line| !line.is_empty()).collect();
    let comment = comment.join(" ");
    let end = comment.find(". ").unwrap_or(comment.len());
    comment[..end].trim_end_matches(['.', ':']).to_owned()
}

/// Reads the argument SPACE. A file comes before a name.
///
/// # Errors
/// If there is no such file and no search space of this name.
pub(crate) fn read_search_space(space: &Path) -> Result<String, BadInput> {
    let text = built_in::read_search_space(space).map_err(BadInput)?;
    // A file of weights is told with its place.
    if FileKind::of(&text) != Some(FileKind::Weights) {
        FileKind::SearchSpace.expect(space, &text)?;
    }
    Ok(text)
}

/// The parameters that `init --command` writes for those of the user's program.
pub(super) const PLACEHOLDERS: [&str; 2] = ["placeholder-tuned", "placeholder-fixed"];

/// Checks that a search space has none of the parameters that stand for the user's own.
///
/// # Errors
/// The first of them.
pub(crate) fn check_is_filled_in(path: &Path, spec: &CampaignSpec) -> Result<(), BadInput> {
    let mut parameters = spec.subject().parameters().iter();
    let found = parameters.find(|parameter| PLACEHOLDERS.contains(&&*parameter.name));
    found.map_or(Ok(()), |parameter| {
        Err(BadInput(format!(
            "{}: heuristic.command: found `{}`, expected the parameters of your program - write a \
             line for each of them, and remove both placeholders",
            path.display(),
            parameter.name
        )))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_search_space_of_the_repository_is_built_in() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("search-spaces");
        let mut files = Vec::new();
        for entry in folder.read_dir().expect("the folder is there") {
            let path = entry.expect("it can be listed").path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                let name = path.file_stem().expect("a name").to_string_lossy();
                let text = std::fs::read_to_string(&path).expect("a text");
                files.push((name.into_owned(), text));
            }
        }
        files.sort();
        let built_in = built_in::BUILT_IN.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(files, built_in);
    }
}
