//! `tune2048 learn`, and how `resume` goes on with it.
//!
//! | file | what it does |
//! |---|---|
//! | `files` | reads and checks the settings |
//! | `session` | runs the loop with its progress and prints the result |

mod files;
mod session;

use std::path::{Path, PathBuf};

use crate::view::campaigns::read_settings;
use tune2048_learning::run::{LearningRun, SETTINGS, manifest};

use super::options::{FileKind, NETWORKS, Names, offer};
use super::terminal::grouped;
pub(super) use session::LearnOptions;
use session::learn;

/// Learn a tuple network by temporal differences from games against itself.
///
/// The file says which tuples, which method, how many games. The folder gets the learning curve,
/// snapshots that `resume` goes on from, and the network as network.safetensors.
#[derive(Debug, clap::Args)]
pub(super) struct LearnCommand {
    /// File of settings (TOML), or the name of one that is built in, such as quickstart.
    #[arg(value_name = "FILE", add = offer(&[Names::Learning]))]
    file: PathBuf,
    /// Folder for all files [default: networks/NAME].
    #[arg(long, short, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Take learning rate, lambda and other numbers from WEIGHTS: the file or the folder of a
    /// campaign over learning runs.
    #[arg(long, value_name = "WEIGHTS", add = offer(Names::WEIGHTS))]
    numbers: Option<String>,
    /// Play the games of a campaign over learning runs: each learns by FILE, with the numbers and
    /// the seed of a request on standard input.
    #[arg(long, conflicts_with_all = ["out", "numbers", "threads", "plain", "json"])]
    as_program: bool,
    #[command(flatten)]
    options: LearnOptions,
}

impl LearnCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let text = FileKind::Learning.read(&self.file)?;
        if self.as_program {
            return files::serve(&self.file, &text);
        }
        let text = match self.numbers {
            Some(weights) => files::with_numbers(&self.file, &text, weights)?,
            None => text,
        };
        let spec = files::parse(&self.file, &text)?;
        let folder = self.out.unwrap_or_else(|| Path::new(NETWORKS).join(&spec.name));
        let run = LearningRun::create(&folder, &text, spec, env!("CARGO_PKG_VERSION"))?;
        learn(run, self.options)
    }
}

/// Checks the text of a file of settings; returns what it asks for.
pub(super) fn check(path: &Path, text: &str) -> anyhow::Result<String> {
    let spec = files::parse(path, text)?;
    Ok(format!("a learning run of {} games: {}", grouped(spec.games as f64), spec.name))
}

/// Goes on with the learning run in a folder.
pub(super) fn resume(folder: &Path, options: LearnOptions) -> anyhow::Result<()> {
    let spec = read_settings(folder, &manifest(folder)?)?;
    learn(LearningRun::open(folder, spec, &folder.join(SETTINGS))?, options)
}
