//! The search spaces of this folder, by name; the command line and `bindings/python` compile this file.

use std::path::Path;

/// Builds the list of search spaces from their names.
macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!($name, ".toml")))),*]
    };
}

/// The name and the text of each search space of the repository.
pub(crate) static BUILT_IN: [(&str, &str); 31] = built_in![
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
    "rows-search",
    "rows-simple",
];

/// Reads a search space: a file, or without one what is built in under this name.
///
/// # Errors
/// If there is neither, in words.
pub(crate) fn read_search_space(space: &Path) -> Result<String, String> {
    let named = BUILT_IN.iter().find(|(name, _)| Path::new(name) == space);
    match named {
        Some((_, text)) if !space.exists() => Ok((*text).to_owned()),
        _ => std::fs::read_to_string(space).map_err(|error| {
            let problem = format!("{}: cannot read: {error}", space.display());
            with_names(space, problem)
        }),
    }
}

/// Adds the names of search spaces to a problem with what looks like a name.
fn with_names(space: &Path, problem: String) -> String {
    if space.exists() || space.extension().is_some() || space.components().count() != 1 {
        return problem;
    }
    let names: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
    format!(
        "{problem} - expected a search space file, or one that is built in: {}",
        names.join(", ")
    )
}
