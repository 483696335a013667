//! Settings of learning runs.

use std::io;
use std::path::Path;

use tune2048_files::toml_errors::Mistakes;
use tune2048_learning::program;
use tune2048_learning::settings::{LearningFile, LearningSpec};

use crate::view::campaigns::parse_learning;

use crate::cli::options::WeightsSource;
use crate::cli::terminal::{BadInput, raw_stdout};

/// Answers the requests of a campaign by learning runs of these settings.
pub(super) fn serve(path: &Path, text: &str) -> anyhow::Result<()> {
    parse(path, text)?;
    let file = toml::from_str(text)?;
    program::serve(&file, io::stdin().lock(), raw_stdout()).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => BadInput(format!("standard input: {error}")).into(),
        _ => error.into(),
    })
}

/// The text of settings with the numbers of weights, given by their name, in place of its own.
pub(super) fn with_numbers(path: &Path, text: &str, weights: String) -> anyhow::Result<String> {
    parse(path, text)?;
    let found = WeightsSource { name: weights.clone() }.load()?.weights;
    let numbers = found.iter().map(|(spec, value)| (&*spec.name, value));
    let file = toml::from_str::<LearningFile>(text)?.with_numbers(numbers);
    let file = file.map_err(|error| BadInput(format!("{weights}: {error}")))?;
    Ok(format!("# {} with the numbers of {weights}\n{}", path.display(), toml::to_string(&file)?))
}

/// Checks the text of a file, whose name is that of the run if it names none.
pub(super) fn parse(path: &Path, text: &str) -> Result<LearningSpec, Mistakes> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    parse_learning(path, text, &name)
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
