//! Pages around the reports: the bar that tells whether a page is live, and the list.

use std::fmt::Write;
use std::time::SystemTime;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::campaigns::{Campaign, Root, Version};
use super::summary::{State, Summary};
use crate::report;

const LIVE_STYLE: &str = include_str!("live.css");
const LIVE_SCRIPT: &str = include_str!("live.js");

/// All styles that a page may have.
pub(super) const STYLES: [&str; 2] = [report::STYLE, LIVE_STYLE];
/// All scripts that a page may have.
pub(super) const SCRIPTS: [&str; 2] = [report::SCRIPT, LIVE_SCRIPT];

/// What of a name stands in an address as it is.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~')
    .remove(b'/');

/// The address of a campaign's report.
pub(super) fn report_address(name: &str) -> String {
    format!("/report/{}", utf8_percent_encode(name, UNRESERVED))
}

/// The report of a campaign, or word of why there is none, with the bar above it.
pub(super) fn report(
    root: &Root,
    campaign: &Campaign,
    version: Version,
    summary: &Summary,
) -> String {
    let page = match summary.state.problem() {
        Some(problem) => problem_page(&campaign.name, summary.state.word(), problem),
        None => report::page(&campaign.path).unwrap_or_else(|error| {
            // Whole when it was summed up, and no longer.
            problem_page(&campaign.name, "damaged", &error.to_string())
        }),
    };
    let events = format!(
        "/events/{}",
        utf8_percent_encode(&campaign.name, UNRESERVED)
    );
    let list = root.own_campaign().is_none();
    let bar = bar(&events, version, &summary.state, &summary.progress(), list);
    page.replacen(
        "</head>",
        &format!("<style>{LIVE_STYLE}</style>\n</head>"),
        1,
    )
    .replacen("<main ", &format!("{bar}<main "), 1)
    .replacen(
        "</body>",
        &format!("<script>{LIVE_SCRIPT}</script>\n</body>"),
        1,
    )
}

/// The list of campaigns.
pub(super) fn list(root: &Root, version: Version, rows: &[(Campaign, Version, Summary)]) -> String {
    let folder = escaped(&root.path().display().to_string());
    let mut main = format!("<h1>Campaigns in {folder}</h1>\n");
    if rows.is_empty() {
        main.push_str(
            "<p>None yet. Start one with <code>tune2048 run SPACE.toml</code>: it appears here.</p>\n",
        );
    } else {
        main.push_str(
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Campaigns\">\n\
             <table id=\"table-campaigns\">\n<thead><tr><th scope=\"col\">campaign</th>\
             <th scope=\"col\">state</th><th scope=\"col\">generations</th>\
             <th scope=\"col\">candidates</th><th scope=\"col\">games</th>\
             <th scope=\"col\">mean score, tuned over starting weights (95 % interval)</th>\
             <th scope=\"col\">last change</th></tr></thead>\n<tbody>\n",
        );
        for (campaign, _, summary) in rows {
            row(&mut main, campaign, summary);
        }
        main.push_str("</tbody>\n</table>\n</div>\n");
    }
    let style = report::STYLE;
    let bar = bar("/events", version, &State::NotFinished, "", false);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Campaigns in {folder}</title>\n<style>{style}</style>\n<style>{LIVE_STYLE}</style>\n\
         </head>\n<body>\n{bar}<main id=\"report\">\n{main}</main>\n<script>{LIVE_SCRIPT}</script>\n\
         </body>\n</html>\n"
    )
}

fn row(text: &mut String, campaign: &Campaign, summary: &Summary) {
    let _ = write!(
        text,
        "<tr><th scope=\"row\"><a href=\"{}\">{}</a></th><td>{}",
        report_address(&campaign.name),
        escaped(&campaign.name),
        summary.state.word()
    );
    if let Some(problem) = summary.state.problem() {
        let _ = write!(text, "<br><small>{}</small>", escaped(problem));
    }
    text.push_str("</td>");
    for cell in [
        &summary.generations,
        &summary.candidates,
        &summary.games,
        &summary.ratio,
    ] {
        let _ = write!(text, "<td>{}</td>", escaped(cell));
    }
    let changed = campaign.last_change();
    let unix = changed.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    let seconds = unix.map_or(String::new(), |time| time.as_secs().to_string());
    let _ = writeln!(text, "<td data-unix-seconds=\"{seconds}\"></td></tr>");
}

/// The bar that the script keeps true. Without scripts a page stays what it was.
fn bar(events: &str, version: Version, state: &State, progress: &str, list: bool) -> String {
    let back = if list {
        "<nav aria-label=\"Campaigns\"><a href=\"/\">All campaigns</a></nav>\n"
    } else {
        ""
    };
    format!(
        "<header id=\"live\" data-events=\"{events}\" data-version=\"{version}\" \
         data-state=\"{}\" data-progress=\"{}\">\n{back}\
         <p id=\"live-state\" role=\"status\">As it was when the page was opened</p>\n\
         <p id=\"live-progress\">{}</p>\n</header>\n",
        state.word(),
        escaped(progress),
        escaped(progress)
    )
}

/// A page that says why there is no report.
fn problem_page(name: &str, word: &str, problem: &str) -> String {
    let (name, problem, style) = (escaped(name), escaped(problem), report::STYLE);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}: {word}</title>\n<style>{style}</style>\n</head>\n<body>\n\
         <main id=\"report\">\n<h1>{name}: {word}</h1>\n<p>{problem}</p>\n</main>\n</body>\n</html>\n"
    )
}

/// Text as it stands in HTML, between tags or in an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
