//! The report as one page of HTML that needs nothing else.

use std::path::Path;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::record::Record;
use super::{convergence, opening};
use crate::campaign::CampaignError;

/// The style of all pages, their only one.
pub const STYLE: &str = include_str!("style.css");

/// The script of all pages; there is none: what is to be seen needs no script.
pub const SCRIPT: &str = "";

/// The report of a campaign, finished or not: a whole page of HTML that needs
/// no network, no script and no other file. Reading holds no file of the
/// campaign, so that it may go on meanwhile.
///
/// # Errors
/// If there is no campaign, or a file is damaged.
pub fn page(folder: &Path) -> Result<String, CampaignError> {
    let record = Record::read(folder)?;
    let title = format!("{} – tune2048 report", record.progress.space.name);
    Ok(document(&title, &report(&record)).into_string())
}

/// A page with this title and content.
pub(super) fn document(title: &str, content: &Markup) -> Markup {
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
            body { main id="report" { (content) } }
        }
    }
}

fn report(record: &Record) -> Markup {
    html! {
        (opening::opening(record))
        (opening::verdict(record))
        (convergence::section(record))
    }
}
