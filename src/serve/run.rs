//! The page of a run, and what it shows as JSON.

use maud::{Markup, html};
use serde_json::{Value, json};
use tune2048_tuner::campaign::Progress;

use super::html::{Bar, address, boards, live};
use super::pages::Page;
use super::play;
use super::site::Place;
use crate::view::campaigns::{
    FoundRun, LearningRecord, LearningSummary, RunKind, Summary, Version, status_json,
};
use crate::view::report::{self, learning_page};
use crate::view::sections::pace;
use tune2048_tuner::record::worker_presence::{self, unix_now};
use tune2048_tuner::words::grouped;

/// Makes the page of a run, or the reason why there is none.
pub(super) fn page(place: &Place, run: &FoundRun, version: Version) -> Page {
    match run.kind {
        RunKind::Campaign => campaign(place, run, version),
        RunKind::Learning => learning(place, run, version),
    }
}

fn campaign(place: &Place, run: &FoundRun, version: Version) -> Page {
    let summary = Summary::read(&place.root, run);
    let (page, pace) = match summary.state.problem() {
        Some(problem) => (problem_page(run, summary.state.word(), problem), None),
        // A file may have been damaged since the summary was read.
        None => report::page_with_pace(&run.path)
            .unwrap_or_else(|error| (problem_page(run, "damaged", &error.to_string()), None)),
    };
    let share = pace.and_then(|pace| pace.share_done);
    let pace = pace.map_or(String::new(), |pace| format!("; {}", pace::words(&pace)));
    let play = play::page(&place.root, run);
    let bar = bar(place, run, version, summary.progress() + &pace, share, play.is_some());
    let boards = play
        .as_ref()
        .map_or(html! {}, |play| boards(&address(place, "play", &run.name), play.as_deref()));
    let json = match summary.state.problem() {
        Some(problem) => problem_json(run, summary.state.word(), problem),
        None => Progress::read(&run.path).map_or_else(
            |error| problem_json(run, "damaged", &error.to_string()),
            |progress| {
                let workers = worker_presence::here(&run.path, unix_now());
                status_json(&progress, &run.path, &workers)
            },
        ),
    };
    Page {
        version,
        state: summary.state.word(),
        html: live(&page, &bar, &boards).into(),
        json: json.to_string().into(),
        play: play.and_then(Result::ok).map(Into::into),
    }
}

fn learning(place: &Place, run: &FoundRun, version: Version) -> Page {
    let read = match place.root.obstacle(run) {
        Some(obstacle) => Err(("not shown", obstacle)),
        None => LearningRecord::read(&run.path)
            .and_then(|record| Ok((record, LearningSummary::read(&run.path)?)))
            .map_err(|error| ("damaged", error.to_string())),
    };
    let (state, page, progress, share, json) = match read {
        Ok((record, summary)) => {
            let of = record.spec.games as f64;
            let games = summary.games as f64;
            (
                if summary.is_finished { "finished" } else { "not finished" },
                learning_page(&run.path, &record),
                format!("{} of {} games", grouped(games), grouped(of)),
                (!summary.is_finished).then_some(games / of),
                json!(summary),
            )
        }
        Err((word, problem)) => (
            word,
            problem_page(run, word, &problem),
            word.to_owned(),
            None,
            problem_json(run, word, &problem),
        ),
    };
    let bar = bar(place, run, version, progress, share, false);
    Page {
        version,
        state,
        html: live(&page, &bar, &html! {}).into(),
        json: json.to_string().into(),
        play: None,
    }
}

fn bar(
    place: &Place,
    run: &FoundRun,
    version: Version,
    progress: String,
    share: Option<f64>,
    has_boards: bool,
) -> Markup {
    let events = address(place, "events", &run.name);
    let has_list = place.root.own_run().is_none();
    Bar { events, version, progress, share, has_list, has_boards }.markup()
}

fn problem_page(run: &FoundRun, word: &str, problem: &str) -> String {
    let title = format!("{}: {word}", run.name);
    let content = html! { h1 { (title) } p { (problem) } };
    report::document(&title, false, &content).into_string()
}

fn problem_json(run: &FoundRun, word: &str, problem: &str) -> Value {
    json!({ "campaign": run.name, "state": word, "problem": problem })
}
