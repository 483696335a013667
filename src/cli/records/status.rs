//! `tune2048 status`.

use std::fmt::Write;
use std::path::PathBuf;

use crate::view::campaigns::LearningSummary;
use crate::view::worker_presence::{self, SeenWorker, unix_now};
use serde::Serialize;
use tune2048_learning::run::is_learning_folder;
use tune2048_tuner::campaign::Progress;
use tune2048_tuner::record::ChangeRow;
use tune2048_tuner::weights::{Evidence, EvidenceJson};

use crate::cli::campaign::summary;
use crate::cli::options::campaign_folder::campaign_folder;
use crate::cli::terminal::output::{duration, grouped, print, print_json};
use crate::cli::terminal::program_name::program_name;

/// Show the progress of a campaign or a learning run without disturbing it.
#[derive(Debug, clap::Args)]
pub(crate) struct StatusCommand {
    /// Folder of the campaign, or its name in results.
    #[arg(value_name = "FOLDER", value_parser = campaign_folder)]
    folder: PathBuf,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

/// JSON of `status --json`.
#[derive(Debug, Serialize)]
struct StatusJson {
    campaign: String,
    folder: String,
    finished: bool,
    generations: u32,
    trials: usize,
    games: u64,
    budget: BudgetJson,
    games_per_candidate: Option<u32>,
    reliability: Option<f64>,
    restarts: u32,
    changes: Vec<ChangeJson>,
    elapsed_seconds: f64,
    evidence: Option<EvidenceJson>,
    workers: Vec<SeenWorker>,
}

#[derive(Debug, Serialize)]
struct ChangeJson {
    generation: u32,
    settings: String,
    unix_seconds: u64,
}

impl ChangeJson {
    fn of(row: &ChangeRow) -> Self {
        Self {
            generation: row.generation,
            settings: row.settings.clone(),
            unix_seconds: row.unix_seconds,
        }
    }
}

#[derive(Debug, Serialize)]
struct BudgetJson {
    games: Option<u64>,
    generations: Option<u32>,
    minutes: Option<f64>,
}

impl StatusCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if is_learning_folder(&self.folder) {
            let summary = LearningSummary::read(&self.folder)?;
            return if self.json { print_json(&summary) } else { print(&format!("{summary}\n")) };
        }
        let progress = Progress::read(&self.folder)?;
        let budget = progress.spec.budget;
        let note = progress.changes_note();
        let at_bounds = progress.best.as_ref().map_or(String::new(), |best| {
            summary::at_bounds(&progress.spec, &best.weights, &self.folder)
        });
        let now = unix_now();
        let mut workers = worker_presence::read(&self.folder);
        workers.retain(|worker| worker.is_here(now));
        let answer = StatusJson {
            campaign: progress.spec.name.clone(),
            folder: self.folder.display().to_string(),
            finished: progress.finished,
            generations: progress.generations,
            trials: progress.trials.len(),
            games: progress.games,
            budget: BudgetJson {
                games: budget.games,
                generations: budget.generations,
                minutes: budget.minutes,
            },
            games_per_candidate: progress.games_per_candidate,
            reliability: progress.reliability,
            restarts: progress.restarts,
            changes: progress.changes().iter().map(ChangeJson::of).collect(),
            elapsed_seconds: progress.elapsed_seconds,
            evidence: progress.evidence.clone().map(Into::into),
            workers,
        };
        if self.json {
            print_json(&answer)
        } else {
            print(&lines(&answer, progress.evidence.as_ref(), note, &at_bounds))
        }
    }
}

fn lines(
    answer: &StatusJson,
    evidence: Option<&Evidence>,
    note: Option<String>,
    at_bounds: &str,
) -> String {
    let state = if answer.finished { "finished" } else { "not finished" };
    let mut text = format!("{} in {}: {state}\n\n", answer.campaign, answer.folder);
    let of = |limit: Option<String>| limit.map_or(String::new(), |limit| format!(" of {limit}"));
    let budget = &answer.budget;
    let ranking = match (answer.reliability, answer.games_per_candidate) {
        (Some(reliability), Some(games)) => {
            format!(
                "reliability {reliability:.2} at {} games for each candidate",
                grouped(f64::from(games))
            )
        }
        _ => "not known yet".to_owned(),
    };
    for (name, value) in [
        (
            "generations",
            answer.generations.to_string() + of(budget.generations.map(|n| n.to_string())).as_str(),
        ),
        ("candidates", grouped(answer.trials as f64)),
        (
            "games",
            grouped(answer.games as f64) + of(budget.games.map(|n| grouped(n as f64))).as_str(),
        ),
        ("ranking", ranking),
        (
            "time",
            duration(answer.elapsed_seconds)
                + of(budget.minutes.map(|m| duration(60.0 * m))).as_str(),
        ),
    ] {
        let _ = writeln!(text, "  {name:<14}{value}");
    }
    if answer.restarts > 0 {
        let _ = writeln!(text, "  {:<14}{}", "restarts", answer.restarts);
    }
    for change in &answer.changes {
        let from = format!("generation {}", change.generation);
        let _ = writeln!(text, "  {:<14}from {from} on: {}", "change", change.settings);
    }
    let now = unix_now();
    if let Some(all) = worker_presence::summary(&answer.workers, now) {
        let _ = writeln!(text, "  {:<14}{all}", "workers");
        for worker in &answer.workers {
            let _ = writeln!(text, "  {:<14}{}", "", worker.line(now));
        }
    }
    if let Some(note) = note {
        let _ = writeln!(text, "\n  {note}");
    }
    if !at_bounds.is_empty() {
        let _ = write!(text, "\n{at_bounds}");
    }
    let folder = &answer.folder;
    let program = program_name();
    let _ = match evidence {
        Some(evidence) => {
            let ratio = match (evidence.ratio, evidence.ratio_interval()) {
                (Some(ratio), Some(interval)) => format!("{ratio:.3} ({interval})"),
                _ => "undefined".to_owned(),
            };
            let note = evidence.notes();
            let note = note.map_or(String::new(), |note| format!("  {note}\n"));
            writeln!(
                text,
                "\n  mean score of tuned over starting weights on {} validation games: {ratio}\n  {}\n{note}\
                 \n  {program} report {folder}\n  {program} export {folder}",
                grouped(evidence.tuned.games as f64),
                evidence.statement()
            )
        }
        None => writeln!(text, "\n  {program} resume {folder}"),
    };
    text
}
