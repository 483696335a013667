//! The page of a run, and what it shows as JSON.

use serde_json::{Value, json};

use super::html::{Bar, address, boards, live, plain};
use super::pages::Page;
use super::play;
use crate::view::campaigns::{Entry, FoundRun, LearningRecord, Root, RunKind};
use crate::view::report::{self, learning_page};
use crate::view::words::page::typeset;
use tune2048_tuner::record::RunState;
use tune2048_tuner::words::json_text;

/// The report of a run, what it shows as JSON, and how far the run is: in words, and as a share if
/// that is known.
type Shown = (String, Value, String, Option<f64>);

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
        (plain(&format!("{}: {word}", run.name), &problem), json, word.to_owned(), None)
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
        html: live(&report, &bar.markup(), &boards.unwrap_or_default()).into(),
        json: json_text(&json.to_string()).into(),
        play: play.and_then(Result::ok).map(Into::into),
    }
}

fn campaign(run: &FoundRun, entry: &Entry) -> anyhow::Result<Shown> {
    let (report, pace, json) = report::campaign_page(&run.path)?;
    let words = pace
        .as_ref()
        .map_or(String::new(), |pace| format!("; {}", typeset(&pace.words(entry.state))));
    Ok((report, json, entry.progress.clone() + &words, pace.and_then(|pace| pace.share_done())))
}

fn learning(run: &FoundRun, entry: &Entry) -> anyhow::Result<Shown> {
    let record = LearningRecord::read(&run.path)?;
    let share = entry.share_left();
    Ok((learning_page(&run.path, &record), record.status_json(), entry.progress.clone(), share))
}
