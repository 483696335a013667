//! `tune2048 plan`.

use std::path::PathBuf;

use anyhow::{Context, bail};
use tune2048_tuner::campaign::pilot;
use tune2048_tuner::campaign::{CampaignError, Plan, first_generation};
use tune2048_tuner::space::CampaignSpec;

use crate::cli::evaluation::evaluator::Machines;
use crate::cli::options::{FileKind, count_in};
use crate::cli::progress::games_bar;
use crate::cli::terminal::{BadInput, eprint_line, print_json, print_wrapped, stop_on_signal};

/// Play a short pilot and report what the budget of a search space can resolve.
#[derive(Debug, clap::Args)]
pub(crate) struct PlanCommand {
    /// Search space file (TOML), or the name of one that is built in, such as quickstart.
    #[arg(value_name = "SPACE")]
    space: PathBuf,
    /// Number of games of the pilot [default: the share in `[pilot]`, or 2 % of the budget].
    #[arg(long, value_name = "N", value_parser = |text: &str| count_in(text, 1..=10_000_000_u64))]
    games: Option<u64>,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machines: Machines,
}

impl PlanCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let spec = CampaignSpec::parse_new(&self.space, &FileKind::SearchSpace.read(&self.space)?)?;
        let fewest = pilot::fewest(&spec);
        let games = match self.games {
            Some(games) if games < fewest => {
                bail!(BadInput(format!("--games: found {games}, expected at least {fewest}")))
            }
            Some(games) => games,
            None => pilot::share(&spec).max(fewest),
        };
        let evaluator = self.machines.evaluator([&**spec.subject()])?;
        let monitor = stop_on_signal()?;
        let bar = games_bar(&monitor, games, spec.subject().unit());
        let first = first_generation(&spec)?;
        let pilot = pilot::play(&spec, &first, games, &evaluator, &monitor);
        drop(bar);
        if let Err(CampaignError::Interrupted) = &pilot {
            eprint_line("interrupted: a plan saves nothing");
        }
        let plan = Plan::of(&spec, &pilot?).context("the pilot has no findings")?;
        if self.json { print_json(&plan) } else { print_wrapped(&plan.text()) }
    }
}
