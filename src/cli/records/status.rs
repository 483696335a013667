//! `tune2048 status`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::view::campaigns::{LearningSummary, status_json};
use tune2048_files::shell::quoted;
use tune2048_learning::run::is_learning_folder;
use tune2048_tuner::campaign::Progress;
use tune2048_tuner::record::worker_presence::{self, SeenWorker, unix_now};

use crate::cli::campaign::summary;
use crate::cli::options::campaign_folder::campaign_folder;
use crate::cli::options::completion::{Names, offer};
use crate::cli::terminal::output::{counted, duration, grouped, print, print_json};
use crate::cli::terminal::program_name::program_name;

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
        if is_learning_folder(&self.folder) {
            let summary = LearningSummary::read(&self.folder)?;
            return if self.json { print_json(&summary) } else { print(&format!("{summary}\n")) };
        }
        let progress = Progress::read(&self.folder)?;
        let now = unix_now();
        let workers = worker_presence::here(&self.folder, now);
        if !self.json {
            return print(&lines(&progress, &self.folder, &workers, now));
        }
        print_json(&status_json(&progress, &self.folder, &workers))
    }
}

fn lines(progress: &Progress, folder: &Path, workers: &[SeenWorker], now: u64) -> String {
    let spec = &progress.spec;
    let shown = folder.display();
    let state = if progress.finished { "finished" } else { "not finished" };
    let mut text = format!("{} in {shown}: {state}\n\n", spec.name);
    let of = |limit: Option<String>| limit.map_or(String::new(), |limit| format!(" of {limit}"));
    let budget = &spec.budget;
    let ranking = match (progress.reliability, progress.games_per_candidate) {
        (Some(reliability), Some(games)) => {
            format!(
                "reliability {reliability:.2} at {} games for each candidate",
                grouped(f64::from(games))
            )
        }
        (None, Some(games)) if progress.finished => {
            format!("not measured, with {} for each candidate", counted(games as usize, "game"))
        }
        _ => "not known yet".to_owned(),
    };
    for (name, value) in [
        (
            "generations",
            progress.generations.to_string()
                + of(budget.generations.map(|n| n.to_string())).as_str(),
        ),
        ("candidates", grouped(progress.trials.len() as f64)),
        (
            "search games",
            grouped(progress.games as f64) + of(budget.games.map(|n| grouped(n as f64))).as_str(),
        ),
        ("ranking", ranking),
        (
            "time",
            duration(progress.elapsed_seconds)
                + of(budget.minutes.map(|m| duration(60.0 * m))).as_str(),
        ),
    ] {
        let _ = writeln!(text, "  {name:<14}{value}");
    }
    if let Some(reason) = &progress.search_end {
        let _ = writeln!(text, "  {:<14}{reason}", "search");
    }
    if progress.restarts > 0 {
        let _ = writeln!(text, "  {:<14}{}", "restarts", progress.restarts);
    }
    for change in progress.changes() {
        let from = format!("generation {}", change.generation);
        let _ = writeln!(text, "  {:<14}from {from} on: {}", "change", change.settings);
    }
    if let Some(all) = worker_presence::summary(workers, now) {
        let _ = writeln!(text, "  {:<14}{all}", "workers");
        for worker in workers {
            let _ = writeln!(text, "  {:<14}{}", "", worker.line(now));
        }
    }
    if let Some(note) = progress.changes_note() {
        let _ = writeln!(text, "\n  {note}");
    }
    let told = progress.evidence.as_ref().map_or(&[][..], |evidence| &evidence.doubts);
    for doubt in progress.doubts().iter().filter(|doubt| !told.contains(doubt)) {
        let _ = writeln!(text, "\n  warning: {doubt}");
    }
    let best = progress.best.as_ref();
    let at_bounds = best.map(|best| summary::at_bounds(spec, &best.weights, folder));
    if let Some(at_bounds) = at_bounds.filter(|at_bounds| !at_bounds.is_empty()) {
        let _ = write!(text, "\n{at_bounds}");
    }
    let (program, given) = (program_name(), quoted(folder));
    let _ = match &progress.evidence {
        Some(evidence) => {
            let effect = progress.spec.effect;
            let interval = evidence.effect_interval();
            let interval = interval.map_or(String::new(), |interval| format!(" ({interval})"));
            let found = evidence.estimate();
            let found =
                found.map_or("undefined".to_owned(), |found| found.value_text() + &interval);
            let note = evidence.notes();
            let note = note.map_or(String::new(), |note| format!("  {note}\n"));
            writeln!(
                text,
                "\n  mean score of tuned {} starting weights on {} validation games: {found}\n  {}\n{note}\
                 \n  {program} report {given}\n  {program} export {given}",
                effect.over(),
                grouped(evidence.tuned.games as f64),
                evidence.statement()
            )
        }
        None => writeln!(text, "\n  {program} resume {given}"),
    };
    text
}
