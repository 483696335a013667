//! `tune2048 run`.

use std::path::{Path, PathBuf};

use tune2048_tuner::campaign::Campaign;
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::space::limits::Limits;

use super::session::{PlayOptions, play};
use crate::cli::options::{BudgetOptions, FileKind, Names, RESULTS, offer, out_path};
use crate::cli::search_space::init_text::check_is_filled_in;
use crate::cli::terminal::eprint_line;

/// Start a campaign: search, choose the winner, and measure it.
#[derive(Debug, clap::Args)]
pub(crate) struct RunCommand {
    /// Search space file (TOML), or the name of one that is built in, such as quickstart.
    #[arg(value_name = "SPACE", add = offer(&[Names::Spaces]))]
    space: PathBuf,
    /// Folder for all files [default: results/NAME].
    #[arg(long, short, value_name = "FOLDER", value_parser = out_path())]
    out: Option<PathBuf>,
    /// Start without the pilot, the games that a plan is made from.
    #[arg(long)]
    no_pilot: bool,
    /// Seed of all random numbers [default: as in the search space].
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(i64).range(0..))]
    seed: Option<i64>,
    #[command(flatten)]
    budget: BudgetOptions,
    #[command(flatten)]
    options: PlayOptions,
}

impl RunCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let limits = Limits { seed: self.seed, ..self.budget.limits() };
        let text = limits.applied_to(FileKind::SearchSpace.read(&self.space)?);
        let seed = self.seed.map(|seed| format!("--seed {seed}"));
        let options: Vec<_> = seed.into_iter().chain(self.budget.given()).collect();
        let spec = CampaignSpec::parse_new(&self.space, &text);
        let spec = spec.map_err(|mistakes| mistakes.beside(&options))?;
        check_is_filled_in(&self.space, &spec)?;
        let folder = self.out.unwrap_or_else(|| results_folder(&spec));
        let mut campaign = Campaign::create(&folder, &self.space, &text)?;
        for warning in spec.warnings() {
            eprint_line(&format!("warning: {warning}"));
        }
        if self.no_pilot {
            campaign.skip_pilot()?;
        }
        play(campaign, self.options)
    }
}

/// Returns the default folder of a campaign.
pub(crate) fn results_folder(spec: &CampaignSpec) -> PathBuf {
    Path::new(RESULTS).join(&spec.name)
}
