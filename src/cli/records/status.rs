//! `tune2048 status`, and the text at the end of a campaign: its result, and what can be done.

use std::path::{Path, PathBuf};

use crate::view::campaigns::{CampaignView, RunRecord};
use crate::view::progress::Pace;
use crate::view::words::story;
use tune2048_tuner::campaign::Campaign;
use tune2048_tuner::record::now::{summary, unix_now};
use tune2048_tuner::record::{CampaignState, RunState};
use tune2048_tuner::words::ranking;

use crate::cli::options::campaign_folder;
use crate::cli::terminal::{
    command_line, definitions, duration, grouped, print_json, print_wrapped, program_name, quoted,
    start_name, terminal_width,
};

/// Show the progress of a campaign or a learning run without disturbing it.
#[derive(Debug, clap::Args)]
pub(crate) struct StatusCommand {
    /// Folder of the campaign, or its name.
    #[arg(value_name = "FOLDER", value_parser = campaign_folder)]
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
            RunRecord::Learning(record) => {
                return print_wrapped(&format!("{}\n{resumed}", record.line()));
            }
            RunRecord::Campaign(view) => view,
        };
        let result = match view.state.evidence() {
            Some(_) => result(&view.state, &self.folder),
            None => resumed,
        };
        print_wrapped(&format!("{}\n{result}", lines(&view)))
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
    let ranking = ranking(state.ranking.reliability(), None, state.games_per_candidate(), unit);
    let mut rows: Vec<[String; 2]> = Vec::new();
    let mut row = |name: &str, value: String| rows.push([name.to_owned(), value]);
    row("progress", view.progress());
    row("candidates", grouped(state.trials as f64));
    row("ranking", ranking);
    row("search time", duration(state.elapsed_seconds));
    if let Some(reason) = &state.search_end {
        row("search", reason.clone());
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
    text + &at_bounds(state, folder)
}

/// Returns the verdict on a campaign, the gain, the next step, and weights at bounds.
pub(crate) fn conclusion(campaign: &Campaign) -> String {
    let (state, folder) = (campaign.state(), campaign.folder());
    result(state, folder) + &at_bounds(state, folder)
}

/// Returns the verdict on a campaign, the gain, the next step, and the way to the whole result.
fn result(state: &CampaignState, folder: &Path) -> String {
    let Some(evidence) = state.evidence() else { return String::new() };
    let result = evidence.short_result(start_name(&state.start_weights()));
    let (program, folder) = (program_name(), quoted(folder));
    let subject = state.spec.subject();
    let next = match (evidence.games_to_settle, &evidence.candidate) {
        // Games that say something else is wrong settle nothing.
        _ if state.seen_scores.anomaly().is_some() => None,
        (Some(games), _) => {
            Some(("Settle it", format!("resume {folder} --validation-games {games}")))
        }
        (None, Some(_)) => Some(("What it found", format!("export {folder} --candidate"))),
        (None, None) => {
            let format = subject.usual_export_format();
            Some((subject.reader(), format!("export {folder} --format {format}")))
        }
    };
    let more = ("More", format!("report {folder}"));
    let step = |(name, command)| format!("{:<14} {program} {command}\n", format!("{name}:"));
    result + &next.into_iter().chain([more]).map(step).collect::<String>()
}

/// Returns lines per weight at a bound of its range, and how to search a wider one; if there are
/// any, below an empty line.
fn at_bounds(state: &CampaignState, folder: &Path) -> String {
    let spec = &state.spec;
    let found = state.recommended().map_or(Vec::new(), |tuned| spec.at_bounds(tuned));
    if found.is_empty() {
        return String::new();
    }
    let lines = found.iter().map(|found| format!("  {}\n", story::at_bound(found)));
    let mut text = format!("\n{}", lines.collect::<String>());
    text += "  To search there, where such values make sense, run a new campaign with wider ranges";
    if spec.optimizer.has_distribution() {
        let folder = toml_edit::value(folder.display().to_string());
        text += &format!(
            ", and go on from this one by\n    warm-start.campaign = {}",
            folder.to_string().trim()
        );
    }
    text + "\n"
}
