//! `tune2048 run`, and how a campaign is played with its progress on standard error.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::view::campaigns::CampaignView;
use crate::view::progress::LiveProgress;
use tune2048_tuner::campaign::{Campaign, CampaignError};
use tune2048_tuner::space::limits::Limits;
use tune2048_tuner::space::{AdaptiveGames, CampaignSpec, GamesPerCandidate};
use tune2048_tuner::subject::Evaluate;

use crate::cli::evaluation::evaluator::Machines;
use crate::cli::evaluation::workers_record::WorkersRecord;
use crate::cli::options::{BudgetOptions, FileKind, RESULTS, cores, out_path};
use crate::cli::progress::{ProgressThread, log, log_interruption, print_result};
use crate::cli::records::status::conclusion;
use crate::cli::search_space::init_text::check_is_filled_in;
use crate::cli::terminal::{
    command_line, counted, eprint_line, grouped, print_wrapped, stop_on_signal,
};

/// Start a campaign: search, choose the winner, and measure it.
#[derive(Debug, clap::Args)]
pub(crate) struct RunCommand {
    /// Search space file (TOML), or the name of one that is built in, such as quickstart.
    #[arg(value_name = "SPACE")]
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

/// Options of all commands that run campaigns.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    pub(crate) machines: Machines,
    /// Print the progress in lines even where a terminal could show it live.
    #[arg(long)]
    pub(crate) plain: bool,
    /// Print a line of JSON on standard output for each phase, generation and message, the last one
    /// the result, and nothing else there.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Runs a campaign to its end with its progress on standard error, and prints its result.
///
/// After an interruption it reports what is saved and how to continue.
pub(super) fn play(mut campaign: Campaign, options: PlayOptions) -> anyhow::Result<()> {
    let monitor = stop_on_signal()?;
    let PlayOptions { machines, plain, json } = options;
    let folder = campaign.folder().to_owned();
    let subject = Arc::clone(campaign.state().spec.subject());
    let mut evaluator = machines.evaluator([&*subject])?;
    let at_once = evaluator.concurrent_games();
    log(&introduction(&campaign, at_once));
    log_finished(&campaign);
    log_program(&campaign)?;
    let cores = if evaluator.workers.is_some() { at_once } else { cores().min(at_once) };
    let state = LiveProgress::new(campaign.state(), campaign.pilot_games(), cores);
    let now = Arc::clone(campaign.now());
    let workers = evaluator.workers.take().map(|look| WorkersRecord::new(now, look));
    let mut progress = ProgressThread::new(state, &monitor, plain, workers);
    progress.prints_json = json;
    let result = campaign.run(&evaluator, &monitor, &mut |event| progress.observe(event));
    drop(progress);
    if let Err(CampaignError::Interrupted) = &result {
        let state = campaign.state();
        log_interruption(state.all_games(), state.spec.subject().unit(), &folder);
    }
    result?;
    match json {
        true => print_result(CampaignView::read(&folder, false)?.status_json()),
        false => print_wrapped(&conclusion(&campaign)),
    }
}

/// Says of a finished campaign that nothing is left to play, and what goes on.
fn log_finished(campaign: &Campaign) {
    let state = campaign.state();
    if state.finished {
        let next = match &state.search_end {
            None => {
                let more = command_line("resume", campaign.folder());
                let options = state.spec.given_budget().doubled_options();
                format!("a larger budget goes on: {more}{options}")
            }
            Some(reason) => format!("no larger budget goes on: {reason}"),
        };
        log(&format!("this campaign is finished already: no game is left to play - {next}"));
    }
}

/// Warns of a program that has changed, and explains the record of one that is not deterministic.
fn log_program(campaign: &Campaign) -> Result<(), CampaignError> {
    for path in campaign.changed_program_files()? {
        log(&format!(
            "warning: {} has changed since the campaign began: scores from before and after belong \
             to different programs - run a new campaign, or compare both programs first",
            path.display()
        ));
    }
    if campaign.state().spec.subject().command().is_some_and(|command| !command.deterministic) {
        log("the program is not deterministic: the same campaign run again has other scores; \
             resumed, this one goes on from the recorded scores exactly");
    }
    Ok(())
}

/// Returns the first lines about a campaign: what is tuned, by what, with which games.
fn introduction(campaign: &Campaign, threads: usize) -> String {
    let spec = &campaign.state().spec;
    let unit = spec.subject().unit();
    let games = match spec.games_per_candidate {
        GamesPerCandidate::Fixed(games) => counted(games, unit),
        GamesPerCandidate::Adaptive(AdaptiveGames { low, high, .. }) => {
            format!("{} to {}", grouped(f64::from(low)), counted(high, unit))
        }
    };
    format!(
        "Campaign {}: {},\n{} of {games} per generation, {}",
        spec.name,
        spec.about(),
        counted(spec.population(), "candidate"),
        counted(threads, "thread"),
    )
}
