//! The report as one self-contained page of HTML.

use std::path::Path;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::view::campaigns::data::ReportData;
use crate::view::sections::fit::Fit;
use crate::view::sections::pace::Pace;
use crate::view::sections::{SECTIONS, Section, opening};
use tune2048_tuner::campaign::CampaignError;

/// Style sheet of all pages.
pub const STYLE: &str = include_str!("style.css");

/// Script of all pages; it is empty, since reports need none.
pub const SCRIPT: &str = "";

/// Returns the report of a campaign, finished or not, as a page of HTML.
///
/// The page needs no network, no script and no other file. No lock is taken, so that the campaign
/// may run meanwhile.
///
/// # Errors
/// If the folder has no campaign, or if a file is damaged.
pub fn page(folder: &Path) -> Result<String, CampaignError> {
    page_with_pace(folder).map(|(page, _)| page)
}

/// Returns what [`page`] does, and how fast an unfinished campaign is and how far.
pub(crate) fn page_with_pace(folder: &Path) -> Result<(String, Option<Pace>), CampaignError> {
    let data = ReportData::read(folder)?;
    let title = format!("{} – tune2048 report", data.progress.spec.name);
    let pace = Pace::of(&data);
    let page = document(&title, &report(&data)).into_string();
    Ok((page, pace))
}

/// Returns a page with this title and content.
pub(crate) fn document(title: &str, content: &Markup) -> Markup {
    document_of("", title, content)
}

/// Returns a page whose content takes the width that there is.
pub(crate) fn broad_document(title: &str, content: &Markup) -> Markup {
    document_of("whole", title, content)
}

fn document_of(class: &str, title: &str, content: &Markup) -> Markup {
    let class = (!class.is_empty()).then_some(class);
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
            body { main id="report" class=[class] { (content) } }
        }
    }
}

fn report(data: &ReportData) -> Markup {
    let fit = Fit::of(data);
    let written = SECTIONS.iter().map(|section| (section.write)(data, &fit));
    let sections = html! { @for section in written { (section) } };
    let is_there = |id: &str| sections.0.contains(&format!("<h2 id=\"{id}\">"));
    html! {
        (opening::opening(data))
        nav aria-labelledby="contents" {
            h2 id="contents" { "Contents" }
            ol { @for Section { id, title, .. } in SECTIONS { @if is_there(id) { li { a href=(format!("#{id}")) { (title) } } } } }
        }
        (sections)
    }
}
