//! `tune2048 run` and `tune2048 resume`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;

use anyhow::Context;
use tune2048::campaign::{Campaign, CampaignError, Outcome};
use tune2048::checkpoint::folder::{BEST, SEARCH_SPACE, TRIALS};
use tune2048::evaluate::{GameEvaluator, Monitor};
use tune2048::heuristic::Weights;
use tune2048::presets::Preset;
use tune2048::search_space::{Budget, SearchSpace};

use super::args::Threads;
use super::campaign_progress::CampaignProgress;
use super::output::{counted, grouped, print, read_file, tell};
use super::summary;

/// Start a campaign: search, choose the winner, and measure it.
#[derive(Debug, clap::Args)]
pub(super) struct Run {
    /// The search space.
    #[arg(value_name = "SPACE")]
    space: PathBuf,
    /// The folder to keep everything in; results/NAME if not given.
    #[arg(long, short, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// Go on with a campaign that was interrupted, killed, or given a larger budget.
#[derive(Debug, clap::Args)]
pub(super) struct Resume {
    /// The campaign's folder, or its search space.
    #[arg(value_name = "FOLDER|SPACE")]
    target: PathBuf,
    /// The campaign's folder, where a search space is given; results/NAME if not given.
    #[arg(long, short, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// A larger budget: games of the search.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    games: Option<u64>,
    /// A larger budget: generations.
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// A larger budget: minutes of search.
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,
    /// Start the optimizer anew from the last recorded distribution, where
    /// this processor cannot replay the record.
    #[arg(long)]
    from_distribution: bool,
    #[command(flatten)]
    threads: Threads,
}

impl Run {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let text = read_file(&self.space)?;
        let space = SearchSpace::parse(&self.space, &text)?;
        let folder = self.out.unwrap_or_else(|| results_folder(&space));
        let campaign = Campaign::create(&folder, &self.space, &text)?;
        play(campaign, self.threads)
    }
}

impl Resume {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let (folder, given) = if self.target.is_file() {
            let text = read_file(&self.target)?;
            let space = SearchSpace::parse(&self.target, &text)?;
            let folder = self.out.clone().unwrap_or_else(|| results_folder(&space));
            (folder, Some((self.target.clone(), text)))
        } else {
            (self.target.clone(), None)
        };
        let given = self.with_budget(&folder, given)?;
        let given = given
            .as_ref()
            .map(|(path, text)| (path.as_path(), text.as_str()));
        let mut campaign = Campaign::resume(&folder, given)?;
        if self.from_distribution {
            campaign.restart_from_distribution()?;
        }
        play(campaign, self.threads)
    }

    /// The search space with the budget of the command line in it.
    fn with_budget(
        &self,
        folder: &Path,
        given: Option<(PathBuf, String)>,
    ) -> anyhow::Result<Option<(PathBuf, String)>> {
        let games = self
            .games
            .map(|games| ("games", toml_edit::value(games as i64)));
        let generations = self
            .generations
            .map(|n| ("generations", toml_edit::value(i64::from(n))));
        let minutes = self
            .minutes
            .map(|minutes| ("minutes", toml_edit::value(minutes)));
        let changes: Vec<_> = [games, generations, minutes]
            .into_iter()
            .flatten()
            .collect();
        if changes.is_empty() {
            return Ok(given);
        }
        let (path, text) = match given {
            Some(given) => given,
            None => {
                let path = folder.join(SEARCH_SPACE);
                let text = read_file(&path)?;
                (path, text)
            }
        };
        // A file with mistakes is told of as a whole when it is opened.
        let Ok(mut document) = text.parse::<toml_edit::DocumentMut>() else {
            return Ok(Some((path, text)));
        };
        if let Some(budget) = document
            .get_mut("budget")
            .and_then(|item| item.as_table_like_mut())
        {
            for (key, value) in changes {
                budget.insert(key, value);
            }
        }
        Ok(Some((path, document.to_string())))
    }
}

fn results_folder(space: &SearchSpace) -> PathBuf {
    Path::new("results").join(&space.name)
}

/// Lets the first signal end the games that are under way, the second the process.
pub(super) fn stop_on_signal(monitor: &Arc<Monitor>) -> anyhow::Result<()> {
    let monitor = Arc::clone(monitor);
    ctrlc::set_handler(move || {
        if monitor.stop_requested() {
            process::exit(130);
        }
        monitor.request_stop();
    })
    .context("cannot listen to signals")
}

fn play(mut campaign: Campaign, threads: Threads) -> anyhow::Result<()> {
    let monitor = Arc::new(Monitor::default());
    stop_on_signal(&monitor)?;
    let evaluator = GameEvaluator::new(campaign.space().player, threads.count())?;
    tell(&introduction(&campaign, evaluator.threads()));
    let mut progress = CampaignProgress::new(&campaign, &monitor);
    let result = campaign.run(&evaluator, &monitor, &mut progress);
    progress.finish();
    let folder = campaign.folder().display();
    if let Err(CampaignError::Interrupted) = &result {
        tell(&format!(
            "interrupted: {} games are saved in {folder}\ngo on with: tune2048 resume {folder}",
            grouped(campaign.games() as f64)
        ));
    }
    print(&conclusion(&campaign, &result?))
}

fn introduction(campaign: &Campaign, threads: usize) -> String {
    let space = campaign.space();
    format!(
        "Campaign {}: {} of {} tuned by {}, {},\n{} candidates of {} games per generation, {}",
        space.name,
        counted(space.dimensions(), "weight"),
        space.heuristic().name(),
        space.optimizer.name(),
        space.player,
        campaign.population(),
        grouped(f64::from(space.games_per_candidate)),
        counted(threads, "thread"),
    )
}

fn conclusion(campaign: &Campaign, outcome: &Outcome) -> String {
    let start = start_name(&campaign.space().start_weights());
    let folder = campaign.folder().display();
    let mut text = summary::verdict(&outcome.evidence, start);
    text.push_str("\nWeights, tuned and starting:\n\n");
    text.push_str(&summary::weight_rows(
        &outcome.recommended,
        &campaign.space().start_weights(),
    ));
    let _ = write!(
        text,
        "
Files in {folder}: {BEST} (the weights), {TRIALS} (all {} candidates), {SEARCH_SPACE}

  go on with a larger budget   tune2048 resume {folder}{}
  weights for a solver         tune2048 export {folder} --format c
  a report                     tune2048 report {folder}
",
        grouped((campaign.games() / u64::from(campaign.space().games_per_candidate)) as f64),
        larger_budget(&campaign.space().budget),
    );
    text
}

/// The options that raise every limit of a budget.
fn larger_budget(budget: &Budget) -> String {
    let limits = [
        (budget.games.is_some(), " --games N"),
        (budget.generations.is_some(), " --generations N"),
        (budget.minutes.is_some(), " --minutes M"),
    ];
    limits
        .into_iter()
        .filter_map(|(is_set, option)| is_set.then_some(option))
        .collect()
}

/// What to call the weights that a search started from.
pub(super) fn start_name(start: &Weights) -> &'static str {
    match Preset::ALL.iter().find(|preset| preset.weights() == *start) {
        Some(preset) if preset.name == "2014" => "2014 weights",
        Some(preset) => preset.name,
        None => "starting weights",
    }
}
