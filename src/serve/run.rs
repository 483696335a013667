//! The page of a run, and what it shows as JSON.

use serde_json::{Value, json};
use tune2048_tuner::campaign::Progress;

use super::html::{Bar, address, boards, live, plain};
use super::page::Page;
use super::place::Place;
use super::play;
use crate::view::campaigns::{
    Entry, FoundRun, LearningRecord, LearningSummary, RunKind, Version, status_json,
};
use crate::view::report::{self, learning_page};
use crate::view::sections::pace;
use tune2048_tuner::record::worker_presence::{self, unix_now};

/// What is shown of a run.
struct Shown {
    report: String,
    json: Value,
    /// How far the run is, in words.
    progress: String,
    /// The share that is done, if it is known.
    share: Option<f64>,
}

/// Makes the page of a run, or the reason why there is none.
pub(super) fn page(place: &Place, run: &FoundRun, version: Version) -> Page {
    let entry = Entry::read(&place.root, run);
    let read = match (&entry.problem, run.kind) {
        (Some(problem), _) => Err(anyhow::Error::msg(problem.clone())),
        (None, RunKind::Campaign) => campaign(run, &entry),
        (None, RunKind::Learning) => learning(run, &entry),
    };
    // A file may have been damaged since the entry was read.
    let word = if entry.problem.is_some() { entry.state } else { "damaged" };
    let shown = read.unwrap_or_else(|problem| problem_shown(run, word, &problem.to_string()));
    let play = match run.kind {
        RunKind::Campaign => play::page(&place.root, run),
        RunKind::Learning => None,
    };
    let address = |kind: &str| address(place, kind, &run.name);
    let boards = play.as_ref().map(|play| boards(&address("play"), play.as_deref()));
    let bar = Bar {
        events: address("events"),
        version,
        progress: shown.progress,
        share: shown.share,
        has_list: place.root.own_run().is_none(),
        has_boards: play.is_some(),
    };
    Page {
        version,
        state: entry.state,
        html: live(&shown.report, &bar.markup(), &boards.unwrap_or_default()).into(),
        json: shown.json.to_string().into(),
        play: play.and_then(Result::ok).map(Into::into),
    }
}

fn campaign(run: &FoundRun, entry: &Entry) -> anyhow::Result<Shown> {
    let progress = Progress::read(&run.path)?;
    let workers = worker_presence::here(&run.path, unix_now());
    // The report has files that the progress does without.
    let (report, pace) = report::page_with_pace(&run.path).unwrap_or_else(|error| {
        (plain(&format!("{}: damaged", run.name), &error.to_string()), None)
    });
    let words = pace.map_or(String::new(), |pace| format!("; {}", pace::words(&pace)));
    Ok(Shown {
        report,
        json: status_json(&progress, &run.path, &workers),
        progress: entry.progress.clone() + &words,
        share: pace.and_then(|pace| pace.share_done),
    })
}

fn learning(run: &FoundRun, entry: &Entry) -> anyhow::Result<Shown> {
    let record = LearningRecord::read(&run.path)?;
    Ok(Shown {
        report: learning_page(&run.path, &record),
        json: json!(LearningSummary::read(&run.path)?),
        progress: entry.progress.clone(),
        share: entry.share.filter(|_| entry.state != "finished"),
    })
}

fn problem_shown(run: &FoundRun, word: &str, problem: &str) -> Shown {
    Shown {
        report: plain(&format!("{}: {word}", run.name), problem),
        json: json!({ "campaign": run.name, "state": word, "problem": problem }),
        progress: word.to_owned(),
        share: None,
    }
}
