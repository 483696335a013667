//! `tune2048 run` and `tune2048 resume`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{process, thread};

use anyhow::Context;
use tune2048::live::{LiveState, screen};
use tune2048_engine::evaluate::{GameEvaluator, Monitor};
use tune2048_engine::heuristic::Weights;
use tune2048_engine::presets::Preset;
use tune2048_tuner::campaign::ladder::Ladder;
use tune2048_tuner::campaign::{Campaign, CampaignError, Outcome, Progress, request};
use tune2048_tuner::checkpoint::folder::{BEST, SEARCH_SPACE, TRIALS};
use tune2048_tuner::spec::{AdaptiveGames, Budget, CampaignSpec, GamesPerCandidate};

use super::args::Threads;
use super::campaign_progress::CampaignProgress;
use super::failure::{BadInput, INTERRUPTED};
use super::ladder;
use super::limits::Limits;
use super::lines::Lines;
use super::output::{counted, grouped, print, read_file};
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
    /// Begin without the games that a plan is made from.
    #[arg(long)]
    no_pilot: bool,
    #[command(flatten)]
    options: PlayOptions,
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
    #[command(flatten)]
    limits: Limits,
    /// Go on with a search space that was changed: from the next generation on
    /// it holds, and the change is recorded. See `tune2048 change`.
    #[arg(long)]
    change: bool,
    /// Start the optimizer anew from the last recorded distribution, where
    /// this processor cannot replay the record.
    #[arg(long)]
    from_distribution: bool,
    #[command(flatten)]
    options: PlayOptions,
}

/// How a campaign is played and watched.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct PlayOptions {
    #[command(flatten)]
    threads: Threads,
    /// Tell the progress in lines even where a terminal could show it live.
    #[arg(long)]
    plain: bool,
}

impl Run {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let text = read_file(&self.space)?;
        let space = CampaignSpec::parse(&self.space, &text)?;
        let folder = self.out.unwrap_or_else(|| results_folder(&space));
        if !space.ladder.is_empty() {
            let ladder = Ladder::create(&folder, &self.space, &text)?;
            return ladder::climb(&ladder, self.options);
        }
        let mut campaign = Campaign::create(&folder, &self.space, &text)?;
        if self.no_pilot {
            campaign.skip_pilot()?;
        }
        play(campaign, self.options)
    }
}

impl Resume {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let (folder, given) = if self.target.is_file() {
            let text = read_file(&self.target)?;
            let space = CampaignSpec::parse(&self.target, &text)?;
            let folder = self.out.clone().unwrap_or_else(|| results_folder(&space));
            (folder, Some((self.target.clone(), text)))
        } else {
            (self.target.clone(), None)
        };
        if Ladder::is_in(&folder) {
            return self.climb(&folder, given);
        }
        let given = self.with_budget(&folder, given)?;
        let given = given
            .as_ref()
            .map(|(path, text)| (path.as_path(), text.as_str()));
        if self.change {
            match given {
                Some((path, text)) => Campaign::change_in(&folder, path, text)?,
                None => Campaign::change_in_folder(&folder)?,
            };
        }
        let given = given.filter(|_| !self.change);
        let mut campaign = Campaign::resume(&folder, given)?;
        if self.from_distribution {
            campaign.restart_from_distribution()?;
        }
        play(campaign, self.options)
    }

    /// Goes on with a ladder, which must be the one that is given, if any.
    fn climb(&self, folder: &Path, given: Option<(PathBuf, String)>) -> anyhow::Result<()> {
        let ladder = Ladder::open(folder)?;
        if let Some((path, text)) = given {
            let given = CampaignSpec::parse(&path, &text)?;
            let differences = ladder.space().differences(&given);
            if !differences.is_empty() {
                let differences = differences.iter().map(ToString::to_string).collect();
                return Err(CampaignError::Changed {
                    path,
                    differences,
                    advice: "undo it, or run it as a new ladder with another name or --out",
                }
                .into());
            }
        }
        if self.limits.are_given() || self.change || self.from_distribution {
            let rung = ladder.rung_folder(0);
            return Err(BadInput(format!(
                "{}: found a ladder, expected the campaign of one of its rungs, such as {} - only \
                 those have a budget of their own",
                folder.display(),
                rung.display()
            ))
            .into());
        }
        ladder::climb(&ladder, self.options)
    }

    /// The search space with the limits of the command line in it.
    fn with_budget(
        &self,
        folder: &Path,
        given: Option<(PathBuf, String)>,
    ) -> anyhow::Result<Option<(PathBuf, String)>> {
        if !self.limits.are_given() {
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
        self.limits.set_in(&mut document);
        Ok(Some((path, document.to_string())))
    }
}

fn results_folder(space: &CampaignSpec) -> PathBuf {
    Path::new("results").join(&space.name)
}

/// Lets the first signal end the games that are under way, the second the process.
pub(super) fn stop_on_signal(monitor: &Arc<Monitor>) -> anyhow::Result<()> {
    let monitor = Arc::clone(monitor);
    ctrlc::set_handler(move || {
        if monitor.stop_requested() {
            screen::give_back();
            process::exit(i32::from(INTERRUPTED));
        }
        monitor.request_stop();
    })
    .context("cannot listen to signals")
}

fn play(mut campaign: Campaign, options: PlayOptions) -> anyhow::Result<()> {
    let monitor = Arc::new(Monitor::default());
    stop_on_signal(&monitor)?;
    let folder = campaign.folder().to_owned();
    let session = Session::new(options, monitor, folder);
    let (outcome, _) = session.play(&mut campaign, None)?;
    print(&conclusion(&campaign, &outcome))?;
    if request::requested(&session.folder)?.is_some() {
        session.lines.tell(&format!(
            "a change came after the last generation; take it up with: tune2048 resume {}",
            session.folder.display()
        ));
    }
    Ok(())
}

/// What the campaigns of one command share.
#[derive(Debug)]
pub(super) struct Session {
    options: PlayOptions,
    pub(super) monitor: Arc<Monitor>,
    pub(super) lines: Arc<Lines>,
    /// The folder to resume.
    folder: PathBuf,
}

impl Session {
    pub(super) fn new(options: PlayOptions, monitor: Arc<Monitor>, folder: PathBuf) -> Self {
        Self {
            options,
            monitor,
            lines: Arc::new(Lines::new()),
            folder,
        }
    }

    /// Runs a campaign to its end, `part` saying which of several it is; an
    /// interruption is told with the folder to resume.
    pub(super) fn play(
        &self,
        campaign: &mut Campaign,
        part: Option<String>,
    ) -> anyhow::Result<(Outcome, GameEvaluator)> {
        let (monitor, lines) = (&self.monitor, &self.lines);
        let threads = self.options.threads.count();
        let evaluator = GameEvaluator::new(campaign.space().player, threads)?;
        lines.tell(&introduction(campaign, evaluator.threads()));
        // Weights that cannot be read are to be made again.
        let folder = campaign.folder();
        let on_record = Progress::read(folder).or_else(|_| Progress::of_search(folder))?;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let cores = cores.min(evaluator.threads());
        let mut state = LiveState::new(&on_record, campaign.pilot_games(), cores);
        state.part = part;
        let mut progress = CampaignProgress::new(state, monitor, lines, self.options.plain);
        let result = campaign.run(&evaluator, monitor, &mut progress);
        progress.finish();
        self.tell_interruption(campaign, &result);
        Ok((result?, evaluator))
    }

    /// Tells what is saved and how to go on, if a campaign was interrupted.
    pub(super) fn tell_interruption<T>(
        &self,
        campaign: &Campaign,
        result: &Result<T, CampaignError>,
    ) {
        if let Err(CampaignError::Interrupted) = result {
            self.lines.tell(&format!(
                "interrupted: {} games are saved in {}\ngo on with: tune2048 resume {}",
                grouped(campaign.games() as f64),
                campaign.folder().display(),
                self.folder.display()
            ));
        }
    }
}

fn introduction(campaign: &Campaign, threads: usize) -> String {
    let space = campaign.space();
    let number = |games: u32| grouped(f64::from(games));
    let games = match space.games_per_candidate {
        GamesPerCandidate::Fixed(games) => number(games),
        GamesPerCandidate::Adaptive(AdaptiveGames { low, high, .. }) => {
            format!("{} to {}", number(low), number(high))
        }
    };
    format!(
        "Campaign {}: {} of {} tuned by {}, {},\n{} candidates of {games} games per generation, {}",
        space.name,
        counted(space.dimensions(), "weight"),
        space.heuristic().name(),
        space.optimizer.name(),
        space.player,
        campaign.population(),
        counted(threads, "thread"),
    )
}

fn conclusion(campaign: &Campaign, outcome: &Outcome) -> String {
    let start = start_name(&campaign.start_weights());
    let folder = campaign.folder().display();
    let mut text = summary::verdict(&outcome.evidence, start);
    if let Some(note) = campaign.changes_note() {
        let _ = writeln!(text, "\n  ({note})");
    }
    text.push_str("\nWeights, tuned and starting:\n\n");
    text.push_str(&summary::weight_rows(
        &outcome.recommended,
        &campaign.start_weights(),
    ));
    let _ = write!(
        text,
        "
Files in {folder}: {BEST} (the weights), {TRIALS} (all {} candidates), {SEARCH_SPACE}

{}  go on with a larger budget   tune2048 resume {folder}{}
  weights for a solver         tune2048 export {folder} --format c
  a report                     tune2048 report {folder}
",
        grouped(campaign.candidates() as f64),
        outcome
            .evidence
            .games_to_settle
            .map_or(String::new(), |games| format!(
                "  settle the question          tune2048 resume {folder} --validation-games {games}\n"
            )),
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
