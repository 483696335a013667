//! The page of a run, and what it shows as JSON.

use serde_json::{Value, json};

use super::html::{Bar, address, boards, live};
use super::pages::Page;
use super::play;
use crate::view::campaigns::{CampaignView, Entry, FoundRun, LearningRecord, Root, RunKind};
use crate::view::document::Report;
use crate::view::report::{of_campaign, of_learning};
use crate::view::words::page::typeset;
use tune2048_tuner::record::RunState;
use tune2048_tuner::words::json_text;

/// The report of a run, what it shows as JSON, and how far the run is: in words, and as a share if
/// that is known.
type Shown = (Report, Value, String, Option<f64>);

/// Makes the page of a run, or the reason why there is none.
pub(super) fn page(root: &Root, run: &FoundRun, version: String) -> Page {
    let entry = Entry::read(root, run);
    let read = match (&entry.problem, run.kind) {
        (Some(problem), _) => Err(anyhow::Error::msg(problem.clone())),
        (None, RunKind::Campaign) => campaign(run, &entry),
        (None, RunKind::Learning) => learning(run, &entry),
    };
    let (report, json, progress, share) = read.unwrap_or_else(|problem| {
        // A file may have been damaged since the entry was read.
        let state = if entry.problem.is_some() { entry.state } else { RunState::Damaged };
        let (word, problem) = (state.name(), problem.to_string());
        let json = json!({ "campaign": run.name, "state": word, "problem": problem });
        (Report::note(&format!("{}: {word}", run.name), &problem), json, word.to_owned(), None)
    });
    let play = match run.kind {
        RunKind::Campaign => play::page(root, run),
        RunKind::Learning => None,
    };
    let address = |kind: &str| address(kind, &run.address);
    let boards = play.as_ref().map(|play| boards(&address("play"), play.as_deref()));
    let bar = Bar {
        events: address("events"),
        version: version.clone(),
        progress,
        share,
        has_list: root.own_run().is_none(),
        has_boards: play.is_some(),
    };
    Page {
        version,
        state: entry.state.name(),
        html: report.page(&live(&bar, boards.unwrap_or_default())).into(),
        json: json_text(&json.to_string()).into(),
        play: play.and_then(Result::ok).map(Into::into),
    }
}

fn campaign(run: &FoundRun, entry: &Entry) -> anyhow::Result<Shown> {
    let view = CampaignView::read(&run.path, true)?;
    let pace = view.pace();
    let words = pace.as_ref().map(|pace| format!("; {}", typeset(&pace.words(entry.state))));
    let progress = entry.progress.clone() + &words.unwrap_or_default();
    Ok((of_campaign(&view), view.status_json(), progress, pace.and_then(|pace| pace.share_done())))
}

fn learning(run: &FoundRun, entry: &Entry) -> anyhow::Result<Shown> {
    let record = LearningRecord::read(&run.path)?;
    let share = entry.share_left();
    Ok((of_learning(&run.path, &record), record.status_json(), entry.progress.clone(), share))
}
