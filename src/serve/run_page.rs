//! The page of a run, what it shows as JSON, and the page on which a campaign's weights play.

use serde_json::json;

use super::html::{Bar, address, boards};
use super::pages::Page;
use crate::view::campaigns::{Entry, FoundRun, Root, RunRecord};
use crate::view::document::Report;
use crate::view::report::of_run;
use crate::view::words::page::typeset;
use tune2048_tuner::record::CampaignState;
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::export::{Request, html};
use tune2048_tuner::weights::file::WeightsFile;
use tune2048_tuner::words::{counted, json_text};

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
    let play = view.and_then(|view| boards_page(&view.state));
    let address = |kind: &str| address(kind, &run.address);
    let boards = play.as_ref().map(|play| boards(&address("play"), play));
    let bar = Bar {
        events: address("events"),
        version: version.clone(),
        progress: progress.to_owned() + &words.unwrap_or_default(),
        share: pace.map_or_else(|| entry.share_left(), |pace| pace.share_done()),
        has_list: root.own_run().is_none(),
    };
    Page {
        version,
        state,
        html: report.page(&bar.around(boards.unwrap_or_default())).into(),
        json: json_text(&json.to_string()).into(),
        play: play.map(Into::into),
    }
}

/// Writes the page of the recommended weights or the front runner, and the starting weights;
/// nothing for what plays no board here, or before the first generation is complete.
fn boards_page(state: &CampaignState) -> Option<String> {
    let without_evidence = |weights: &Configuration| WeightsFile::new(weights, toml::Table::new());
    let generations = state.guess_generations();
    let (name, file) = match &state.outcome {
        Some(outcome) => ("Tuned weights".to_owned(), outcome.candidate_file()),
        None if generations == 0 => return None,
        None => {
            let name = format!("Front runner after {}", counted(generations, "generation"));
            (name, without_evidence(&state.guess()))
        }
    };
    let start = without_evidence(&state.start_weights());
    let opponent = Some(("Starting weights", &start));
    let request = Request { name: &name, file: &file, with_evaluation: false, opponent };
    html::page(&request).ok()
}
