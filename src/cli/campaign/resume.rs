//! `tune2048 resume`.

use std::path::{Path, PathBuf};

use tune2048_files::text;
use tune2048_learning::run::is_learning_folder;
use tune2048_tuner::campaign::ladder::Ladder;
use tune2048_tuner::campaign::{Campaign, CampaignError};
use tune2048_tuner::space::CampaignSpec;

use super::ladder;
use super::run::results_folder;
use super::session::{PlayOptions, play};
use crate::cli::learn::{self, LearnOptions};
use crate::cli::options::{BudgetOptions, Names, Threads, campaign_folder, offer};
use crate::cli::terminal::BadInput;

/// Continue a campaign or a learning run that was interrupted, killed, or given a larger budget.
#[derive(Debug, clap::Args)]
pub(crate) struct ResumeCommand {
    /// Folder of the campaign or learning run, its name, or a search space file.
    #[arg(value_name = "FOLDER|SPACE", value_parser = campaign_folder, add = offer(&[Names::Recorded]))]
    target: PathBuf,
    /// Folder of the campaign, if a search space is given [default: results/NAME].
    #[arg(long, short, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    budget: BudgetOptions,
    /// Continue with a changed search space, from the next generation on; see `tune2048 change`.
    #[arg(long)]
    change: bool,
    /// Restart the optimizer from the last recorded distribution, if this processor cannot replay
    /// the record.
    #[arg(long)]
    from_distribution: bool,
    #[command(flatten)]
    options: PlayOptions,
}

impl ResumeCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if is_learning_folder(&self.target) {
            if self.is_for_campaigns() {
                anyhow::bail!(BadInput(format!(
                    "{}: found a learning run, expected a campaign - only those take a budget, \
                     --change or --from-distribution",
                    self.target.display()
                )));
            }
            let PlayOptions { machines, plain, json } = self.options;
            let Threads { threads } = machines.threads;
            return learn::resume(&self.target, LearnOptions { threads, plain, json });
        }
        let (folder, given) = if self.target.is_file() {
            let text = text::read(&self.target).map_err(BadInput)?;
            let spec = CampaignSpec::parse(&self.target, &text)?;
            let folder = self.out.clone().unwrap_or_else(|| results_folder(&spec));
            (folder, Some(text))
        } else {
            (self.target.clone(), None)
        };
        let given = given.as_deref().map(|text| (self.target.as_path(), text));
        if Ladder::is_in(&folder) {
            return self.climb(&folder, given);
        }
        let limits = self.budget.limits();
        if self.change {
            match given {
                Some((path, text)) => {
                    Campaign::change_in(&folder, path, &limits.applied_to(text.to_owned()))?
                }
                None => Campaign::change_in_folder(&folder, &limits)?,
            };
        }
        let given = given.filter(|_| !self.change);
        let mut campaign = Campaign::resume_with(&folder, given, &limits)?;
        if self.from_distribution {
            campaign.restart_from_distribution()?;
        }
        play(campaign, self.options)
    }

    /// Whether something is asked for that only campaigns can do.
    fn is_for_campaigns(&self) -> bool {
        self.budget.limits().are_given() || self.change || self.from_distribution
    }

    /// Continues a ladder, which must have the given search space, if one is given.
    fn climb(&self, folder: &Path, given: Option<(&Path, &str)>) -> anyhow::Result<()> {
        let ladder = Ladder::open(folder)?;
        if let Some((path, text)) = given {
            let differences = ladder.spec.differences(&CampaignSpec::parse(path, text)?);
            if !differences.is_empty() {
                anyhow::bail!(CampaignError::Changed {
                    path: path.to_owned(),
                    differences: differences.iter().map(ToString::to_string).collect(),
                    advice: "undo it, or run it as a new ladder with another name or --out",
                });
            }
        }
        if self.is_for_campaigns() {
            anyhow::bail!(BadInput(format!(
                "{}: found a ladder, expected the campaign of one of its rungs, such as {} - only \
                 those have a budget of their own",
                folder.display(),
                ladder.rung_folder(0).display()
            )));
        }
        ladder::climb(&ladder, self.options.clone())
    }
}
