//! Campaign files and weights files: reading, messages, and the search space.

mod command;
mod cube;
mod defaults;
mod differences;
mod expressions;
mod files;
mod mistakes;
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

const SMALL: &str = include_str!("small.toml");

const MATRIX: &str = include_str!("matrix.toml");
