//! What the games were played for.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::DataTable;
use crate::view::words::page::{count, percent};
use tune2048_engine::game::Stream;

/// Returns the section.
pub(super) fn section(data: &ReportData) -> Markup {
    let of = |stream: Stream| data.state.finals.count(stream);
    let pilot = data.state.pilot.as_ref().map_or(0, |pilot| pilot.games);
    let purposes = [
        ("pilot", pilot),
        ("search", data.state.games - pilot),
        ("final race", of(Stream::Selection)),
        ("validation", of(Stream::Validation)),
    ];
    let all: u64 = purposes.iter().map(|(_, games)| games).sum();
    if all == 0 {
        return html! { p { "No game is on record yet." } };
    }
    let rows = purposes.into_iter().chain([("all", all)]);
    let table = DataTable::new("games", "Games by what they were played for", rows)
        .text("for", |(name, _)| *name)
        .number(&format!("{}s", data.state.spec.subject().unit()), |(_, games)| count(*games))
        .number("share", |(_, games)| percent(*games as f64 / all as f64));
    html! {
        (table.shown())
        p {
            "The pilot measures the noise, the search learns, the race chooses among the finalists, and the \
            validation measures the chosen weights on games of its own."
        }
    }
}
