//! The argument SPACE: a search space file, or the name of one that is built in.

use std::path::Path;

use super::failure::BadInput;
use super::input::read_file;

/// Builds the list of search spaces from their names.
macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../search-spaces/", $name, ".toml")))),*]
    };
}

/// The name and the text of each search space of the repository.
static BUILT_IN: [(&str, &str); 30] = built_in![
    "corner-depth2",
    "corner-diagonal",
    "corner-free",
    "corner-matrix-particle-swarm",
    "corner-matrix-random",
    "corner-reading",
    "differences",
    "exponential-snake",
    "learned-small",
    "learning",
    "path",
    "quickstart",
    "rows-1ms",
    "rows-20000-boards",
    "rows-20000-boards-edge",
    "rows-adaptive",
    "rows-depth1",
    "rows-depth1-expressions",
    "rows-depth1-lines",
    "rows-depth1-rich",
    "rows-depth1-snake",
    "rows-depth2",
    "rows-depth2-lines",
    "rows-depth2-rich",
    "rows-depth3",
    "rows-expressions",
    "rows-minimax",
    "rows-rich",
    "rows-rule",
    "rows-simple",
];

/// Reads the argument SPACE. A file comes before a name.
///
/// # Errors
/// If there is no such file and no search space of this name.
pub(super) fn read_search_space(space: &Path) -> Result<String, BadInput> {
    let named = BUILT_IN.iter().find(|(name, _)| Path::new(name) == space);
    match named {
        Some((_, text)) if !space.exists() => Ok((*text).to_owned()),
        _ => read_file(space).map_err(|error| with_names(space, error)),
    }
}

/// Adds the names of search spaces to an error about what looks like a name.
fn with_names(space: &Path, error: BadInput) -> BadInput {
    if space.exists() || space.extension().is_some() || space.components().count() != 1 {
        return error;
    }
    let names: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
    BadInput(format!(
        "{error} - expected a search space file, or one that is built in: {}",
        names.join(", ")
    ))
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
            if path
                .extension()
                .is_some_and(|extension| extension == "toml")
            {
                let name = path.file_stem().expect("a name").to_string_lossy();
                let text = std::fs::read_to_string(&path).expect("a text");
                files.push((name.into_owned(), text));
            }
        }
        files.sort();
        let built_in = BUILT_IN.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(files, built_in);
    }
}
