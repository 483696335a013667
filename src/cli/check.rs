//! `tune2048 check`.

use std::path::PathBuf;

use tune2048_tuner::spec::CampaignSpec;

use super::evaluator::program_line;
use super::output;
use super::search_spaces::read_search_space;

/// Check a search space: print all its mistakes or, without any, all its settings.
#[derive(Debug, clap::Args)]
pub(super) struct CheckCommand {
    /// Search space file (TOML), or the name of one that is built in, such as quickstart.
    #[arg(value_name = "SPACE")]
    space: PathBuf,
}

impl CheckCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let text = read_search_space(&self.space)?;
        let spec = CampaignSpec::parse_new(&self.space, &text)?;
        output::print(&spec.describe())?;
        if let Some(line) = program_line(spec.subject()) {
            output::print(&format!("\nA campaign {line}\n"))?;
        }
        for warning in spec.warnings() {
            output::eprint_line(&format!("warning: {warning}"));
        }
        Ok(())
    }
}
