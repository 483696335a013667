//! Settings of learning runs.

use std::io;
use std::path::{Path, PathBuf};

use tune2048_files::regular;
use tune2048_files::toml_errors::{Mistake, Mistakes, read_as};
use tune2048_learning::program;
use tune2048_learning::run::{LearningError, Manifest, SETTINGS};
use tune2048_learning::settings::{LearningFile, LearningSpec};

use crate::cli::options::weights_source::WeightsSource;
use crate::cli::terminal::failure::BadInput;
use crate::cli::terminal::output::raw_stdout;

/// Answers the requests of a campaign by learning runs of these settings.
pub(super) fn serve(path: &Path, text: &str) -> anyhow::Result<()> {
    parse(path, text)?;
    let file = toml::from_str(text)?;
    program::serve(&file, io::stdin().lock(), raw_stdout()).map_err(|error| {
        if error.kind() == io::ErrorKind::InvalidData {
            BadInput(format!("standard input: {error}")).into()
        } else {
            error.into()
        }
    })
}

/// The text of settings with the numbers of weights, given by their name, in place of its own.
pub(super) fn with_numbers(path: &Path, text: &str, weights: String) -> anyhow::Result<String> {
    parse(path, text)?;
    let found = WeightsSource { name: weights.clone() }.load()?.weights;
    let numbers = found.iter().map(|(spec, value)| (&*spec.name, value));
    let file: LearningFile = toml::from_str(text)?;
    let file =
        file.with_numbers(numbers).map_err(|error| BadInput(format!("{weights}: {error}")))?;
    Ok(format!("# {} with the numbers of {weights}\n{}", path.display(), toml::to_string(&file)?))
}

/// Checks the text of a file, whose name is that of the run if it names none.
pub(super) fn parse(path: &Path, text: &str) -> Result<LearningSpec, Mistakes> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    parse_named(path, text, &name)
}

/// Checks the settings of a run in its folder; returns them with their path.
pub(super) fn parse_folder(
    folder: &Path,
    manifest: &Manifest,
) -> anyhow::Result<(LearningSpec, PathBuf)> {
    let path = folder.join(SETTINGS);
    let text = regular::read_text(&path).map_err(LearningError::from)?;
    Ok((parse_named(&path, &text, &manifest.name)?, path))
}

fn parse_named(path: &Path, text: &str, name: &str) -> Result<LearningSpec, Mistakes> {
    read_as(path, text, |file: LearningFile| {
        LearningSpec::new(file, name).map_err(|faults| {
            let mistake = |fault: tune2048_learning::settings::SettingFault| {
                let mistake = Mistake::new(0..0, fault.message, fault.label);
                let mistake = Mistake { help: fault.help, ..mistake };
                (fault.key.to_owned(), mistake)
            };
            faults.into_iter().map(mistake).collect()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::options::built_in::LEARNING;

    #[test]
    fn every_file_that_is_built_in_is_sound() {
        for (name, text) in LEARNING {
            parse(Path::new(name), text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        }
    }
}
