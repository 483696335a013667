//! `tune2048 check`.

use std::path::PathBuf;

use tune2048_tuner::spec::CampaignSpec;

use super::input::read_file;
use super::output;

/// Check a search space: print all its mistakes or, without any, all its settings.
#[derive(Debug, clap::Args)]
pub(super) struct CheckCommand {
    /// Search space file (TOML).
    #[arg(value_name = "SPACE")]
    space: PathBuf,
}

impl CheckCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let text = read_file(&self.space)?;
        let spec = CampaignSpec::parse(&self.space, &text)?;
        output::print(&spec.describe())?;
        for warning in spec.warnings() {
            output::eprint_line(&format!("warning: {warning}"));
        }
        Ok(())
    }
}
