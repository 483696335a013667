//! The page of a run, and what it shows as JSON.

use serde_json::json;

use super::html::{Bar, address, boards, live};
use super::pages::Page;
use super::play;
use crate::view::campaigns::{Entry, FoundRun, Root, RunRecord};
use crate::view::document::Report;
use crate::view::report::of_run;
use crate::view::words::page::typeset;
use tune2048_tuner::words::json_text;

/// Makes the page of a run, or the reason why there is none.
pub(super) fn page(root: &Root, run: &FoundRun, version: String) -> Page {
    let read = root.read(run, true);
    let entry = Entry::of(run, &read);
    let state = entry.state.name();
    let (report, json) = match &read {
        Ok(record) => (of_run(record), record.status_json()),
        Err((_, problem)) => {
            let json = json!({ "campaign": run.name, "state": state, "problem": problem });
            (Report::note(&format!("{}: {state}", run.name), problem), json)
        }
    };
    let view = match &read {
        Ok(RunRecord::Campaign(view)) => Some(view),
        _ => None,
    };
    let pace = view.and_then(|view| view.pace());
    let words = pace.as_ref().map(|pace| format!("; {}", typeset(&pace.words(entry.state))));
    let progress = if read.is_ok() { &entry.progress } else { state };
    let play = view.and_then(|view| play::page(&view.state));
    let address = |kind: &str| address(kind, &run.address);
    let boards = play.as_ref().map(|play| boards(&address("play"), play.as_deref()));
    let bar = Bar {
        events: address("events"),
        version: version.clone(),
        progress: progress.to_owned() + &words.unwrap_or_default(),
        share: pace.map_or_else(|| entry.share_left(), |pace| pace.share_done()),
        has_list: root.own_run().is_none(),
        has_boards: play.is_some(),
    };
    Page {
        version,
        state,
        html: report.page(&live(&bar, boards.unwrap_or_default())).into(),
        json: json_text(&json.to_string()).into(),
        play: play.and_then(Result::ok).map(Into::into),
    }
}
