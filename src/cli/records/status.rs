//! `tune2048 status`.

use std::path::PathBuf;

use crate::view::campaigns::{CampaignView, RunRecord};
use crate::view::progress::Pace;
use tune2048_tuner::record::RunState;
use tune2048_tuner::record::now::{summary, unix_now};
use tune2048_tuner::words::ranking;

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
}

impl StatusCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let record = RunRecord::read(&self.folder, false)?;
        if self.json {
            return print_json(&record.status_json());
        }
        let resumed = self.resumed(record.state());
        let view = match record {
            RunRecord::Learning(record) => return print_wrapped(&format!("{record}\n{resumed}")),
            RunRecord::Campaign(view) => view,
        };
        let state = &view.state;
        let result = match state.evidence() {
            Some(evidence) => evidence.short_result(start_name(&state.start_weights())),
            None => resumed,
        };
        let steps = campaign_summary::next_steps(state, &self.folder);
        print_wrapped(&format!("{}\n{result}{steps}", lines(&view)))
    }

    /// Returns the command that goes on with an interrupted run.
    fn resumed(&self, state: RunState) -> String {
        match state {
            RunState::Interrupted => format!("  {}\n", command_line("resume", &self.folder)),
            _ => String::new(),
        }
    }
}

fn lines(view: &CampaignView) -> String {
    let (CampaignView { folder, state, .. }, now) = (view, unix_now());
    let (spec, unit) = (&state.spec, state.spec.subject().unit());
    let shown = view.run_state.with_share(Pace::of(state, false).share_done());
    let ranking = ranking(state.reliability(), None, state.games_per_candidate(), unit);
    let mut rows: Vec<[String; 2]> = Vec::new();
    let mut row = |name: &str, value: String| rows.push([name.to_owned(), value]);
    row("progress", view.progress());
    row("candidates", grouped(state.trials as f64));
    let counts = state.game_counts();
    for (name, played) in [("race", counts.race), ("validation", counts.validation)] {
        // The result says them of a finished campaign.
        if played > 0 && state.outcome.is_none() {
            row(name, counted(played, unit));
        }
    }
    row("ranking", ranking);
    row("search time", duration(state.elapsed_seconds));
    if let Some(reason) = &state.search_end {
        row("search", reason.clone());
    }
    if state.restarts > 0 {
        row("restarts", state.restarts.to_string());
    }
    if let Some(all) = summary(&view.now.workers, now) {
        row("workers", all);
        for worker in view.now.workers.iter().filter(|worker| worker.is_here(now)) {
            row("", worker.line(now));
        }
    }
    let mut text = format!("{} in {}: {shown}\n\n", spec.name, folder.display());
    text += &definitions(&rows, terminal_width());
    for doubt in view.doubts() {
        text += &format!("\n  warning: {doubt}\n");
    }
    if let Some(best) = state.recommended() {
        text += &campaign_summary::at_bounds(spec, best, folder);
    }
    text
}
