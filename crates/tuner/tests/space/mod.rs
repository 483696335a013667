//! Campaign files and weights files: reading, messages, and the search space.

mod command;
mod cube;
mod defaults;
mod differences;
mod expressions;
mod files;
mod mistakes;
mod mistakes_of_meaning;
mod mistakes_of_structure;
mod parameters;
mod search_settings;
mod stored_baseline;
mod transfer;
mod tuples;
mod weights;

use std::path::{Path, PathBuf};

use tune2048_files::toml_errors::Mistakes;
use tune2048_testkit::recorded;
use tune2048_tuner::space::CampaignSpec;

fn parse(text: &str) -> Result<CampaignSpec, Mistakes> {
    CampaignSpec::parse(Path::new("test.toml"), text)
}

/// Returns the paths and texts of the committed search spaces.
fn committed() -> Vec<(PathBuf, String)> {
    let paths = recorded::files("search-spaces").into_iter();
    paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a text file");
            (path, text)
        })
        .collect()
}

/// A small valid campaign file to change.
const SMALL: &str = r#"name = "small"
seed = 1

[player.expectimax]
depth = 1

[heuristic.rows]
empty = "tune"
sum = 11

[objective]
games-per-candidate = 10

[budget]
generations = 5
"#;

/// A small valid campaign file of the matrix heuristic.
const MATRIX: &str = r#"name = "matrix"
seed = 1

[heuristic.corner-matrix]
cells = "face"
matrix = { layout = "reading-order" }

[objective]
games-per-candidate = 10

[budget]
generations = 5
"#;
