//! The list of campaigns, and the bar that shows whether a page is live.

use maud::{Markup, PreEscaped, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::view::campaigns::{CampaignState, FoundCampaign, Root, Summary, Version};
use crate::view::report;
use crate::view::sections::pace;
use tune2048_tuner::weights::export::html as export;

const LIVE_SCRIPT: &str = include_str!("live.js");
const TABLES_SCRIPT: &str = include_str!("tables.js");

/// All styles of the pages.
pub(super) const STYLES: [&str; 2] = [report::STYLE, export::STYLE];
/// All scripts of the pages.
pub(super) const SCRIPTS: [&str; 4] = [report::SCRIPT, TABLES_SCRIPT, LIVE_SCRIPT, export::SCRIPT];

/// Characters of a name that an address contains unescaped.
const UNRESERVED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/');

/// Returns the address of a campaign's report.
pub(super) fn report_address(name: &str) -> String {
    address("report", name)
}

fn address(kind: &str, name: &str) -> String {
    format!("/{kind}/{}", utf8_percent_encode(name, UNRESERVED))
}

/// Writes the report of a campaign, or the reason why there is none, with the bar above it and
/// below it the page that plays, or the reason why there is none.
pub(super) fn report(
    root: &Root,
    campaign: &FoundCampaign,
    version: Version,
    summary: &Summary,
    play: Result<&str, &String>,
) -> String {
    let problem_page = |word, problem: &str| {
        let title = format!("{}: {word}", campaign.name);
        let content = html! { h1 { (title) } p { (problem) } };
        report::document(&title, false, &content).into_string()
    };
    let (page, pace) = match summary.state.problem() {
        Some(problem) => (problem_page(summary.state.word(), problem), None),
        // A file may have been damaged since the summary was read.
        None => report::page_with_pace(&campaign.path)
            .unwrap_or_else(|error| (problem_page("damaged", &error.to_string()), None)),
    };
    let share = pace.and_then(|pace| pace.share_done);
    let pace = pace.map_or(String::new(), |pace| format!("; {}", pace::words(&pace)));
    let bar = bar(
        &address("events", &campaign.name),
        version,
        &(summary.progress() + &pace),
        root.own_campaign().is_none(),
        Some(share),
    );
    live(&page, &bar, &boards(&address("play", &campaign.name), play))
}

/// Writes the section with the page that plays, in a frame that follows its weights.
fn boards(address: &str, play: Result<&str, &String>) -> Markup {
    html! {
        section id="play" aria-labelledby="play-title" data-weights=[play.ok().map(Version::of)] {
            h2 id="play-title" { "Watch them play" }
            @match play {
                Ok(_) => {
                    p {
                        "The campaign’s weights play against the starting weights in this browser, also on "
                        a href=(address) { "a page of their own" } "."
                    }
                    noscript { p { "The boards need scripts. In a terminal: " code { "tune2048 play" } "." } }
                    iframe src=(address) title="Boards" loading="lazy" {}
                }
                Err(reason) => p { (reason) }
            }
        }
    }
}

/// Writes the list of campaigns.
pub(super) fn list(root: &Root, version: Version, rows: &[(FoundCampaign, Summary)]) -> String {
    let title = format!("Campaigns in {}", root.path().display());
    let content = html! {
        h1 { (title) }
        @if rows.is_empty() {
            p { "None yet. Start one with " code { "tune2048 run SPACE.toml" } ": it appears here." }
        } @else {
            div class="scroll" role="region" tabindex="0" aria-label="Campaigns" {
                table id="table-campaigns" class="stacked" {
                    thead { tr {
                        @for name in ["campaign", "state"] { th scope="col" class="words" { (name) } }
                        @for name in ["generations", "candidates", "games", "tuned over start", "last change"] {
                            th scope="col" { (name) }
                        }
                    } }
                    tbody {
                        @for (campaign, summary) in rows { (row(campaign, summary)) }
                    }
                }
            }
            p class="note" {
                "Tuned over start: the ratio of the mean scores on validation games, with its confidence interval, 97.5 % for the first validation."
                @if rows.iter().any(|(_, summary)| matches!(summary.state, CampaignState::WeightsOnly(_))) {
                    " Weights only: the recommended weights without the rows of the campaign that found them."
                }
            }
        }
    };
    live(
        &report::document(&title, true, &content).into_string(),
        &bar("/events", version, "", false, None),
        &html! {},
    )
}

fn row(campaign: &FoundCampaign, summary: &Summary) -> Markup {
    html! {
        tr {
            th scope="row" class="words" data-name="campaign" { a href=(report_address(&campaign.name)) { (campaign.name) } }
            td class="words" data-name="state" {
                (summary.state.word())
                @if let Some(problem) = summary.state.fault() { br; small { (problem) } }
            }
            td data-name="generations" { (summary.generations) }
            td data-name="candidates" { (summary.candidates) }
            td data-name="games" { (summary.games) }
            td data-name="tuned over start" { (summary.effect) }
            td data-name="last change" data-unix-seconds=[campaign.last_change()] {}
        }
    }
}

/// Writes the bar that the script updates; without scripts the page stays as it was loaded.
///
/// A campaign's page has the share that is done, if it is known.
fn bar(
    events: &str,
    version: Version,
    progress: &str,
    has_list: bool,
    campaign: Option<Option<f64>>,
) -> Markup {
    let share = campaign.flatten();
    html! {
        header id="live" data-events=(events) data-version=(version) data-progress=(progress) {
            @if has_list { nav aria-label="Campaigns" { a href="/" { "All campaigns" } } }
            p id="live-state" role="status" { "As it was when the page was opened" }
            progress id="live-share" max="1" hidden[share.is_none()] value=(share.unwrap_or(0.0)) aria-label="Share that is done" {}
            p id="live-progress" { (progress) }
            @if campaign.is_some() { nav aria-label="Games" { a href="#play" { "Watch them play" } } }
        }
    }
}

/// Adds to a page the bar above it, what comes below it, and the scripts.
fn live(page: &str, bar: &Markup, below: &Markup) -> String {
    let end = html! {
        (below)
        // The tables have their controls before the page follows its campaign.
        script { (PreEscaped(TABLES_SCRIPT)) }
        script { (PreEscaped(LIVE_SCRIPT)) }
    };
    page.replacen("<main ", &(bar.0.clone() + "<main "), 1).replacen(
        "</body>",
        &(end.into_string() + "</body>"),
        1,
    )
}
