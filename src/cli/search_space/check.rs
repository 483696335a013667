//! `tune2048 check`.

use std::path::{Path, PathBuf};

use tune2048_tuner::campaign::first_generation;
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::studies::tournament::TournamentFile;
use tune2048_tuner::weights::Evidence;

use super::init_text::check_is_filled_in;
use crate::cli::learn;
use crate::cli::options::{FileKind, WeightsSource};
use crate::cli::terminal::{counted, eprint_line, print, print_wrapped};

/// Check a file: print all its mistakes or, without any, all settings of a search space.
///
/// Files of weights, tournaments and learning runs are checked, too.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckCommand {
    /// Search space file (TOML), or the name of one that is built in, such as quickstart; or
    /// another file of tune2048.
    #[arg(value_name = "SPACE")]
    space: PathBuf,
}

impl CheckCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if let Some(found) = other_kind(&self.space)? {
            return print(&format!("{}: {found}\n", self.space.display()));
        }
        let spec = CampaignSpec::parse_new(&self.space, &FileKind::SearchSpace.read(&self.space)?)?;
        check_is_filled_in(&self.space, &spec)?;
        if spec.warm_start.is_some() {
            first_generation(&spec)?;
        }
        print_wrapped(&spec.describe())?;
        if let Some(line) = spec.subject().start_line() {
            print(&format!("\nA campaign {line}\n"))?;
        }
        for warning in spec.warnings() {
            eprint_line(&format!("warning: {warning}"));
        }
        Ok(())
    }
}

/// Checks what is of another kind than search spaces; returns what it is.
fn other_kind(path: &Path) -> anyhow::Result<Option<String>> {
    Ok(match FileKind::at(path) {
        Some(FileKind::Weights) => {
            let file = WeightsSource { name: path.display().to_string() }.load()?;
            let verdict = Evidence::verdict_line(&file);
            Some(format!("weights for {}\n{verdict}", file.weights.subject))
        }
        Some(kind @ FileKind::Tournament) => {
            let players = TournamentFile::parse(path, &kind.read(path)?)?.players;
            Some(format!("a tournament of {}", counted(players.len(), "player")))
        }
        Some(kind @ FileKind::Learning) => Some(learn::check(path, &kind.read(path)?)?),
        _ => None,
    })
}
