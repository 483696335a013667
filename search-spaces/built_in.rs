//! The search spaces of this folder, by name; the command line and `bindings/python` compile this file.

/// Builds the list of files of a folder from their names.
macro_rules! built_in {
    ($folder:literal, $($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!($folder, $name, ".toml")))),*]
    };
}

/// The name and the text of each search space of the repository.
pub(crate) static BUILT_IN: [(&str, &str); 34] = built_in![
    "",
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
    "rows-2000-boards-rich",
    "rows-20000-boards",
    "rows-20000-boards-rich",
    "rows-20000-boards-search",
    "rows-200000-boards",
    "rows-200000-boards-rich",
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
