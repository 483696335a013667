//! `tune2048 plan`.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use tune2048_engine::evaluate::{GameEvaluator, Monitor};
use tune2048_tuner::campaign::{Pilot, Plan, first_generation};
use tune2048_tuner::spec::CampaignSpec;

use super::args::Threads;
use super::games_bar::games_bar;
use super::output::{counted, duration, grouped, print, print_json, read_file, tell};
use super::run::stop_on_signal;

/// Play a short pilot and tell what the budget of a search space can find out.
#[derive(Debug, clap::Args)]
pub(super) struct PlanCommand {
    /// The search space.
    #[arg(value_name = "SPACE")]
    space: PathBuf,
    /// Games of the pilot; by default the share of the budget that `[pilot]` says, or 2 %.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

impl PlanCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let space = CampaignSpec::parse(&self.space, &read_file(&self.space)?)?;
        let games = self.games.unwrap_or_else(|| Pilot::share(&space));
        let games = games.max(Pilot::fewest(&space));
        let evaluator = GameEvaluator::new(space.player, self.threads.count())?;
        let monitor = Arc::new(Monitor::default());
        stop_on_signal(&monitor)?;
        let bar = games_bar(&monitor, games);
        let first = first_generation(&space)?;
        let pilot = Pilot::play(&space, &first, games, &evaluator, &monitor);
        bar.finish();
        if pilot.is_err() {
            tell("interrupted: nothing is kept of a plan");
        }
        let plan = Plan::of(&space, &pilot?).context("the pilot told nothing")?;
        if self.json {
            print_json(&plan)
        } else {
            print(&text(&plan))
        }
    }
}

/// A plan for people to read.
pub(super) fn text(plan: &Plan) -> String {
    let Some(found) = &plan.pilot.findings else {
        return String::new();
    };
    // Writing to a string cannot fail.
    let mut text = format!(
        "Pilot: {} games in {}, {} a second\n",
        grouped(plan.pilot.games as f64),
        duration(found.time_seconds),
        grouped(found.time_games_per_second)
    );
    let correlation = format!(
        "correlate the scores of two candidates by {:.2}, of neighbours by {:.2}",
        found.correlation, found.correlation_of_neighbours
    );
    let length = format!(
        "{} moves, growing with the score to the power of {:.2}",
        grouped(found.moves_per_game),
        found.length_exponent
    );
    let ranking = match found.signal_to_noise {
        Some(ratio) if ratio > 0.0 => format!(
            "reliability {:.2} at {} games for each of the first candidates",
            ratio / (ratio + 1.0 / found.games_per_candidate as f64),
            found.games_per_candidate
        ),
        _ => "the first candidates could not be told apart".to_owned(),
    };
    let score = format!(
        "{} with the starting weights; one game varies by {:.0} %",
        grouped(found.mean_score),
        100.0 * found.coefficient_of_variation
    );
    for (name, value) in [
        ("mean score", score),
        ("common seeds", correlation),
        ("game length", length),
        ("ranking", ranking),
    ] {
        let _ = writeln!(text, "  {name:<14}{value}");
    }
    text.push_str("\n  two weights that differ by   take games (both together)   and time\n");
    for wanted in &plan.differences {
        let _ = writeln!(
            text,
            "  {:<28} {:<28} {}",
            format!("{:.0} %", 100.0 * wanted.difference),
            grouped(wanted.games as f64),
            duration(60.0 * wanted.time_minutes)
        );
    }
    if let (Some(games), Some(resolved)) = (plan.budget_games, plan.budget_resolves) {
        let _ = writeln!(
            text,
            "  {:<28} {:<28} {}",
            format!("{:.1} %", 100.0 * resolved),
            format!("{}: the budget", grouped(games as f64)),
            duration(games as f64 / found.time_games_per_second)
        );
    }
    if let Some(proposal) = &plan.proposal {
        let _ = writeln!(
            text,
            "\n  proposal: population = {}, games-per-candidate = {{ low = {}, high = {} }}",
            proposal.population, proposal.low, proposal.high
        );
    }
    if let Some(factor) = &found.common_factor {
        let _ = writeln!(
            text,
            "  a common factor of {} changed {} of {}",
            counted(factor.weights.len(), "weight"),
            grouped(factor.changed_games as f64),
            counted(factor.games as usize, "game")
        );
    }
    for warning in &plan.warnings {
        let _ = writeln!(text, "  warning: {warning}");
    }
    text
}
