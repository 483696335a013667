//! The report as one self-contained page of HTML.

use std::path::Path;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

use crate::view::campaigns::data::ReportData;
use crate::view::campaigns::status_json;
use crate::view::chart::section;
use crate::view::progress::RecordedPace;
use crate::view::sections::{SECTIONS, opening, pace};
use tune2048_tuner::record::CheckpointError;
use tune2048_tuner::words::visible;

/// Style sheet of all pages.
pub const STYLE: &str = include_str!("style.css");

/// Script of all pages, which need none: it makes figures point and zoom.
pub const SCRIPT: &str = include_str!("figures.js");

/// Returns the report of a campaign, finished or not, as a page of HTML.
///
/// The page needs no network, no script and no other file. No lock is taken, so that the campaign
/// may run meanwhile.
///
/// # Errors
/// If the folder has no campaign, or if a file is damaged.
pub fn page(folder: &Path) -> Result<String, CheckpointError> {
    campaign_page(folder).map(|(page, ..)| page)
}

/// Returns what [`page`] does, how far an unfinished campaign is, and its state as JSON.
pub(crate) fn campaign_page(
    folder: &Path,
) -> Result<(String, Option<RecordedPace>, Value), CheckpointError> {
    let data = ReportData::read(folder)?;
    let title = format!("{} – tune2048 report", data.state.spec.name);
    let page = document(&title, false, &report(&data)).into_string();
    Ok((page, pace::of(&data), status_json(&data.state, data.run_state, folder)))
}

/// Returns a page with this title and content, which takes the whole width if it is broad. Hidden
/// characters of texts are shown.
pub(crate) fn document(title: &str, is_broad: bool, content: &Markup) -> Markup {
    let (title, content) = (visible(title), PreEscaped(visible(&content.0)));
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(concat!("tune2048 ", env!("CARGO_PKG_VERSION")));
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main id="report" class=[is_broad.then_some("whole")] { (content) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

fn report(data: &ReportData) -> Markup {
    let written = SECTIONS.map(|(id, title, write)| (id, title, write(data)));
    let shown = || written.iter().filter(|(.., content)| !content.0.is_empty());
    html! {
        (opening::opening(data))
        nav aria-labelledby="contents" {
            h2 id="contents" { "Contents" }
            ol { @for (id, title, _) in shown() { li { a href=(format!("#{id}")) { (title) } } } }
        }
        @for (id, title, content) in shown() { (section(id, title, content)) }
    }
}
