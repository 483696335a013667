//! The list of runs, and the bar that shows whether a page is live.

use maud::{Markup, PreEscaped, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::view::campaigns::{Entry, version_of};
use crate::view::document::{Frame, document};
use crate::view::report;
use crate::view::words::page::{count, known, typeset, with_code};
use tune2048_tuner::record::RunState;
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

/// Returns an address of a run: of its `report`, its `events`, its `json`, or the page to `play`.
pub(super) fn address(kind: &str, run: &str) -> String {
    format!("/{kind}/{}", utf8_percent_encode(run, UNRESERVED))
}

/// Writes the section with the page that plays, in a frame that follows its weights.
pub(super) fn boards(address: &str, play: &str) -> Markup {
    html! {
        section id="play" aria-labelledby="play-title" data-weights=(version_of(play)) {
            h2 id="play-title" { "Watch them play" }
            noscript { p { "The boards need scripts. In a terminal: " code { "tune2048 play" } "." } }
            iframe src=(address) title="Boards" loading="lazy" {}
            p class="note" {
                "The campaign’s weights play against the starting weights in this browser, also on "
                a href=(address) { "a page of their own" } "."
            }
        }
    }
}

/// The heads of the list's columns, of which those of words come before those of numbers.
const COLUMNS: [&str; 8] =
    ["campaign", "state", "heuristic", "player", "verdict", "seed", "games", "changed"];
/// The number of columns of words.
const COLUMNS_OF_WORDS: usize = 5;

/// Writes the list of runs, newest first.
pub(super) fn list(version: &str, rows: &[(String, Entry)]) -> String {
    let title = "Campaigns and learning runs";
    let class = |column: usize| (column < COLUMNS_OF_WORDS).then_some("words");
    let content = html! {
        h1 { (title) }
        @if rows.is_empty() {
            p { "None yet. Start one with " code { "tune2048 run quickstart" } ": it appears here." }
        } @else {
            div class="scroll" role="region" tabindex="0" aria-label=(title) {
                table id="table-runs" class="runs stacked" {
                    thead { tr {
                        @for (column, name) in COLUMNS.iter().enumerate() { th scope="col" class=[class(column)] { (name) } }
                    } }
                    tbody { @for (run, entry) in rows { (row(run, entry)) } }
                }
            }
            p class="note" {
                "Verdict: of a campaign with the ratio of the mean scores of tuned and starting weights on validation games, \
                their difference, which has a sign, or in a match their difference in Elo, and its confidence interval, 97.5 % for the first \
                validation; of a learning run the mean score of its network."
                @if rows.iter().any(|(_, entry)| entry.state == RunState::WeightsOnly) {
                    " Weights only: the recommended weights without the rows of the campaign that found them."
                }
            }
        }
    };
    let bar = Bar { events: "/events".to_owned(), version: version.to_owned(), ..Bar::default() };
    document(title, true, &content, &bar.around(html! {}))
}

fn row(run: &str, entry: &Entry) -> Markup {
    let setup = entry.setup.clone().unwrap_or_default();
    html! {
        tr {
            th scope="row" class="words" data-name="campaign" { a href=(address("report", run)) { (entry.campaign) } }
            td class="words" data-name="state" {
                (typeset(&entry.state.with_share(entry.share)))
                @if let Some(share) = entry.share_left() {
                    br;
                    progress max="1" value=(format!("{share:.4}")) aria-label="Share that is done" {}
                }
                @if let Some(problem) = entry.fault() { br; small { (with_code(problem)) } }
            }
            td class="words" data-name="heuristic" { (setup.heuristic) }
            td class="words" data-name="player" { (setup.player) }
            td class="words" data-name="verdict" { (typeset(&known(entry.result.as_deref(), str::to_owned))) }
            td data-name="seed" { @if entry.setup.is_some() { (setup.seed) } }
            td data-name="games" { @if let Some(games) = entry.games {
                (typeset(&count(games))) @if entry.are_pairs { " pairs" }
            } }
            td data-name="changed" data-unix-seconds=[entry.unix_seconds] {}
        }
    }
}

/// The bar that the script updates; without scripts the page stays as it was loaded.
#[derive(Default)]
pub(super) struct Bar {
    pub(super) events: String,
    pub(super) version: String,
    pub(super) progress: String,
    /// The share that is done, if it is known.
    pub(super) share: Option<f64>,
    /// Whether there is a list to go back to.
    pub(super) has_list: bool,
}

impl Bar {
    /// What is around a page that follows a run: the bar above it, the boards below its opening, and the scripts.
    pub(super) fn around(&self, boards: Markup) -> Frame {
        let bar = html! {
            header id="live" data-events=(self.events) data-version=(self.version) data-progress=(self.progress) {
                @if self.has_list { (to_list()) }
                p id="live-state" role="status" { "As it was when the page was opened" }
                progress id="live-share" max="1" hidden[self.share.is_none()] value=(self.share.unwrap_or(0.0)) aria-label="Share that is done" {}
                p id="live-progress" { (self.progress) }
                @if !boards.0.is_empty() { nav aria-label="Games" { a href="#play" { "Watch them play" } } }
            }
        };
        let scripts = html! {
            // The tables have their controls before the page follows its campaign.
            script { (PreEscaped(TABLES_SCRIPT)) }
            script { (PreEscaped(LIVE_SCRIPT)) }
        };
        Frame { bar, boards, scripts }
    }
}

fn to_list() -> Markup {
    html! { nav aria-label="Campaigns" { a href="/" { "All campaigns" } } }
}

/// What is around a page that does not change: a way back to the list.
pub(super) fn with_list() -> Frame {
    let bar = html! { header id="live" { (to_list()) } };
    Frame { bar, ..Frame::default() }
}
