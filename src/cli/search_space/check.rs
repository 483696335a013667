//! `tune2048 check`.

use std::path::{Path, PathBuf};

use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::studies::tournament::TournamentFile;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::weights::file::WeightsFile;

use super::file::{check_is_filled_in, read_search_space};
use crate::cli::learn;
use crate::cli::options::file_kind::FileKind;
use crate::cli::terminal::output;

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
        if let Ok(text) = std::fs::read_to_string(&self.space)
            && let Some(found) = other_kind(&self.space, &text)?
        {
            return output::print(&format!("{}: {found}\n", self.space.display()));
        }
        let text = read_search_space(&self.space)?;
        let spec = CampaignSpec::parse_new(&self.space, &text)?;
        check_is_filled_in(&self.space, &spec)?;
        output::print(&spec.describe())?;
        if let Some(line) = spec.subject().start_line() {
            output::print(&format!("\nA campaign {line}\n"))?;
        }
        for warning in spec.warnings() {
            output::eprint_line(&format!("warning: {warning}"));
        }
        Ok(())
    }
}

/// Checks a file of another kind than search spaces; returns what it is.
fn other_kind(path: &Path, text: &str) -> anyhow::Result<Option<String>> {
    Ok(match FileKind::of(text) {
        Some(FileKind::Weights) => {
            let file = WeightsFile::parse(path, text)?;
            let subject = &file.weights.subject;
            Some(format!("weights for {subject}\n{}", Evidence::verdict_line(&file)))
        }
        Some(FileKind::Tournament) => {
            let players = TournamentFile::parse(path, text)?.players;
            Some(format!("a tournament of {}", output::counted(players.len(), "player")))
        }
        Some(FileKind::Learning) => Some(learn::check(path, text)?),
        _ => None,
    })
}
