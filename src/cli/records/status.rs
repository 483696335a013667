//! `tune2048 status`.

use std::path::{Path, PathBuf};

use crate::view::campaigns::{LearningRecord, status_json};
use crate::view::progress::RecordedPace;
use tune2048_learning::run::is_learning_folder;
use tune2048_tuner::record::now::{summary, unix_now};
use tune2048_tuner::record::{CampaignState, Folder, Now, RunState};

use crate::cli::campaign::summary as campaign_summary;
use crate::cli::options::{Names, campaign_folder, offer};
use crate::cli::terminal::{
    command_line, counted, definitions, duration, grouped, print_json, print_wrapped, start_name,
    terminal_width,
};

/// Show the progress of a campaign or a learning run without disturbing it.
#[derive(Debug, clap::Args)]
pub(crate) struct StatusCommand {
    /// Folder of the campaign, or its name.
    #[arg(value_name = "FOLDER", value_parser = campaign_folder, add = offer(&[Names::Recorded]))]
    folder: PathBuf,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
    /// Print the summary of `report --markdown` first.
    #[arg(long, conflicts_with = "json")]
    verbose: bool,
}

impl StatusCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if is_learning_folder(&self.folder) {
            let record = LearningRecord::read(&self.folder)?;
            if self.json {
                return print_json(&record.status_json());
            }
            return print_wrapped(&format!("{record}\n{}", self.resumed(record.state)));
        }
        let folder = Folder::at(&self.folder);
        let state = folder.read(false)?;
        let run_state = folder.run_state(&state);
        if self.json {
            return print_json(&status_json(&state, run_state, &self.folder));
        }
        if self.verbose {
            campaign_summary::print_summary(&self.folder)?;
        }
        let result = match state.evidence() {
            Some(evidence) => evidence.short_result(start_name(&state.start_weights())),
            None => self.resumed(run_state),
        };
        let steps = campaign_summary::next_steps(&state, &self.folder);
        print_wrapped(&format!("{}\n{result}{steps}", lines(&state, run_state, &self.folder)))
    }

    /// Returns the command that goes on with an interrupted run.
    fn resumed(&self, state: RunState) -> String {
        match state {
            RunState::Interrupted => format!("  {}\n", command_line("resume", &self.folder)),
            _ => String::new(),
        }
    }
}

fn lines(progress: &CampaignState, run_state: RunState, folder: &Path) -> String {
    let (noted, now) = (Now::read(folder), unix_now());
    let spec = &progress.spec;
    let shown = folder.display();
    let state = run_state.with_share(RecordedPace::of(progress, false).share_done);
    let mut text = format!("{} in {shown}: {state}\n\n", spec.name);
    let of = |count: String, limit: Option<String>| match limit {
        Some(limit) => format!("{count} of {limit}"),
        None => count,
    };
    let (budget, unit) = (&spec.budget, spec.subject().unit());
    let ranking = match (progress.reliability(), progress.games_per_candidate()) {
        (Some(reliability), Some(games)) => {
            let games = counted(games, unit);
            format!("reliability {reliability:.2} at {games} for each candidate")
        }
        (None, Some(1)) => format!("not known with one {unit} for each candidate"),
        _ => "not known yet".to_owned(),
    };
    let generations = budget.generations.map(|limit| limit.to_string());
    // What was played beyond a limit is no part of it.
    let games = budget.games.filter(|limit| progress.games <= *limit);
    let games = games.map(|limit| grouped(limit as f64));
    let seconds = budget.minutes.map(|limit| 60.0 * limit);
    let time = seconds.filter(|limit| progress.elapsed_seconds <= *limit).map(duration);
    let mut rows: Vec<[String; 2]> = Vec::new();
    let mut row = |name: &str, value: String| rows.push([name.to_owned(), value]);
    row("generations", of(progress.generations_played().to_string(), generations));
    row("candidates", grouped(progress.trials as f64));
    row(&format!("search {unit}s"), of(grouped(progress.games as f64), games));
    let counts = progress.game_counts();
    for (name, played) in [("race", counts.race), ("validation", counts.validation)] {
        // The result says them of a finished campaign.
        if played > 0 && progress.outcome.is_none() {
            row(name, counted(played, unit));
        }
    }
    row("ranking", ranking);
    row("search time", of(duration(progress.elapsed_seconds), time));
    if let Some(reason) = &progress.search_end {
        row("search", reason.clone());
    }
    if progress.restarts > 0 {
        row("restarts", progress.restarts.to_string());
    }
    if let Some(all) = summary(&noted.workers, now) {
        row("workers", all);
        for worker in noted.workers.iter().filter(|worker| worker.is_here(now)) {
            row("", worker.line(now));
        }
    }
    text += &definitions(&rows, terminal_width());
    let told = progress.evidence().map_or(&[][..], |evidence| &evidence.doubts);
    for doubt in progress.doubts(&noted.failures).iter().filter(|doubt| !told.contains(doubt)) {
        text += &format!("\n  warning: {doubt}\n");
    }
    if let Some(best) = progress.recommended() {
        text += &campaign_summary::at_bounds(spec, best, folder);
    }
    text
}
