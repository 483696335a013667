//! `tune2048 resume`.

use std::path::PathBuf;

use tune2048_learning::run::is_learning_folder;
use tune2048_tuner::campaign::{Campaign, CampaignError};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::space::limits::Limits;

use super::run::{PlayOptions, play, results_folder};
use crate::cli::learn::{self, LearnOptions};
use crate::cli::options::{BudgetOptions, FileKind, Threads, campaign_folder, out_path};
use crate::cli::terminal::BadInput;

/// Continue a campaign or a learning run that was interrupted, killed, or given a larger budget.
#[derive(Debug, clap::Args)]
pub(crate) struct ResumeCommand {
    /// Folder of the campaign or learning run, its name, or a search space file.
    #[arg(value_name = "FOLDER|SPACE", value_parser = campaign_folder)]
    target: PathBuf,
    /// Folder of the campaign, if a search space is given [default: results/NAME].
    #[arg(long, short, value_name = "FOLDER", value_parser = out_path())]
    out: Option<PathBuf>,
    #[command(flatten)]
    budget: BudgetOptions,
    #[command(flatten)]
    options: PlayOptions,
}

impl ResumeCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if is_learning_folder(&self.target) {
            if self.budget.limits() != Limits::default() {
                anyhow::bail!(BadInput(format!(
                    "{}: found a learning run, expected a campaign - only those take a budget",
                    self.target.display()
                )));
            }
            let PlayOptions { machines, plain, json } = self.options;
            let Threads { threads } = machines.threads;
            return learn::resume(&self.target, LearnOptions { threads, plain, json });
        }
        let (folder, given) = if self.target.is_file() {
            let text = FileKind::SearchSpace.read(&self.target)?;
            let spec = CampaignSpec::parse(&self.target, &text)?;
            let folder = self.out.clone().unwrap_or_else(|| results_folder(&spec));
            (folder, Some(text))
        } else {
            (self.target.clone(), None)
        };
        let given = given.as_deref().map(|text| (self.target.as_path(), text));
        let campaign = Campaign::resume(&folder, given, &self.budget.limits());
        let campaign = campaign.map_err(|error| match error {
            CampaignError::SearchSpace(mistakes) => {
                anyhow::Error::from(mistakes.beside(&self.budget.given()))
            }
            error => error.into(),
        });
        play(campaign?, self.options)
    }
}
