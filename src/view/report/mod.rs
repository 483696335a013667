//! Reports of campaigns and learning runs: pages of HTML, and summaries in Markdown.
//!
//! This file has the report of a campaign: a new section is a file of `sections` and its place here.
//!
//! | file | what it reports |
//! |---|---|
//! | `comparison` | several campaigns side by side |
//! | `learning` | a learning run |

mod comparison;
mod learning;

use std::path::Path;

use crate::view::campaigns::{CampaignView, RunRecord};
use crate::view::document::{Frame, Report, repeat};
use crate::view::sections::{opening, verdict, weights};
use crate::view::words::page::count;
use crate::view::words::{counted, duration, story};
use tune2048_engine::game::Stream;
use tune2048_files::shell::quoted;

pub use crate::view::document::{SCRIPT, STYLE};
pub use comparison::comparison;
pub(crate) use learning::tested;

/// Returns the report of a campaign or a learning run, finished or not, as a page of HTML. No lock is taken, so that
/// it may run meanwhile.
///
/// # Errors
/// If the folder has no run, or if a file is damaged.
pub fn page(folder: &Path) -> anyhow::Result<String> {
    Ok(of_run(&RunRecord::read(folder, true)?).page(&Frame::default()))
}

/// Returns what [`page`] says, in Markdown.
///
/// # Errors
/// If the folder has no run, or if a file is damaged.
pub fn markdown(folder: &Path) -> anyhow::Result<String> {
    Ok(of_run(&RunRecord::read(folder, true)?).markdown())
}

/// Returns the report of a run, finished or not.
pub(crate) fn of_run(record: &RunRecord) -> Report {
    match record {
        RunRecord::Campaign(view) => of_campaign(view),
        RunRecord::Learning(record) => learning::report(record),
    }
}

fn of_campaign(data: &CampaignView) -> Report {
    let (state, spec) = (&data.state, &data.state.spec);
    let (pilot, unit) =
        (state.pilot.as_ref().map_or(0, |pilot| pilot.games), spec.subject().unit());
    let of = |stream: Stream| count(state.finals.count(stream));
    let games = format!(
        "{} of the pilot, {} of the search, {} of the race, {} of the validation",
        counted(pilot, unit),
        count(state.games - pilot),
        of(Stream::Selection),
        of(Stream::Validation)
    );
    let played = [
        ("version".to_owned(), state.began.version.clone()),
        ("games played".to_owned(), games),
        ("time of the search".to_owned(), duration(state.elapsed_seconds)),
    ];
    let more = match state.finished {
        true => spec.given_budget().doubled_options(),
        false => String::new(),
    };
    let resume = format!("\ntune2048 resume {}{more}", quoted(&data.folder));
    let settings = played.into_iter().chain(spec.shown_settings());
    Report {
        kind: "Campaign",
        title: spec.name.clone(),
        summary: vec![story::about(state)],
        opening: opening::opening(data),
        sections: vec![
            ("verdict", "Verdict", verdict::section(data)),
            ("weights", "Weights", weights::section(data)),
            ("slices", "Slices", weights::slices(data)),
            ("race", "Race and validation", verdict::race_and_looks(data)),
            repeat(&data.folder, ["run", "search-space.toml"], &resume, settings),
        ],
        ..Report::default()
    }
}
