//! `tune2048 learn`, and how `resume` goes on with it.

mod session;

use std::io;
use std::path::{Path, PathBuf};

use crate::view::campaigns::{parse_learning, read_settings};
use tune2048_files::toml_errors::Mistakes;
use tune2048_learning::program;
use tune2048_learning::run::{LearningRun, SETTINGS, manifest};
use tune2048_learning::settings::{LearningFile, LearningSpec};

use super::options::{FileKind, NETWORKS, Names, WeightsSource, offer};
use super::terminal::{BadInput, grouped, raw_stdout};
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
            return serve(&self.file, &text);
        }
        let text = match self.numbers {
            Some(weights) => with_numbers(&self.file, &text, weights)?,
            None => text,
        };
        let spec = parse(&self.file, &text)?;
        let folder = self.out.unwrap_or_else(|| Path::new(NETWORKS).join(&spec.name));
        let run = LearningRun::create(&folder, &text, spec, env!("CARGO_PKG_VERSION"))?;
        learn(run, self.options)
    }
}

/// Checks the text of a file of settings; returns what it asks for.
pub(super) fn check(path: &Path, text: &str) -> anyhow::Result<String> {
    let spec = parse(path, text)?;
    Ok(format!("a learning run of {} games: {}", grouped(spec.games as f64), spec.name))
}

/// Goes on with the learning run in a folder.
pub(super) fn resume(folder: &Path, options: LearnOptions) -> anyhow::Result<()> {
    let spec = read_settings(folder, &manifest(folder)?)?;
    learn(LearningRun::open(folder, spec, &folder.join(SETTINGS))?, options)
}

/// Answers the requests of a campaign by learning runs of these settings.
fn serve(path: &Path, text: &str) -> anyhow::Result<()> {
    parse(path, text)?;
    let file = toml::from_str(text)?;
    program::serve(&file, io::stdin().lock(), raw_stdout()).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => BadInput(format!("standard input: {error}")).into(),
        _ => error.into(),
    })
}

/// The text of settings with the numbers of weights, given by their name, in place of its own.
fn with_numbers(path: &Path, text: &str, weights: String) -> anyhow::Result<String> {
    parse(path, text)?;
    let found = WeightsSource { name: weights.clone() }.load()?.weights;
    let numbers = found.iter().map(|(spec, value)| (&*spec.name, value));
    let file = toml::from_str::<LearningFile>(text)?.with_numbers(numbers);
    let file = file.map_err(|error| BadInput(format!("{weights}: {error}")))?;
    Ok(format!("# {} with the numbers of {weights}\n{}", path.display(), toml::to_string(&file)?))
}

/// Checks the text of a file, whose name is that of the run if it names none.
fn parse(path: &Path, text: &str) -> Result<LearningSpec, Mistakes> {
    parse_learning(path, text, &path.file_stem().unwrap_or_default().to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::options::LEARNING;

    #[test]
    fn every_file_that_is_built_in_is_sound() {
        for (name, text) in LEARNING {
            parse(Path::new(name), text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        }
    }
}
