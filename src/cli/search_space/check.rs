//! `tune2048 check`.

use std::path::PathBuf;

use tune2048_tuner::space::CampaignSpec;

use super::file::{check_is_filled_in, read_search_space};
use crate::cli::terminal::output;

/// Check a search space: print all its mistakes or, without any, all its settings.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckCommand {
    /// Search space file (TOML), or the name of one that is built in, such as quickstart.
    #[arg(value_name = "SPACE")]
    space: PathBuf,
}

impl CheckCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
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
