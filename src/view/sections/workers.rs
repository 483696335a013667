//! The workers that have played for the campaign.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::DataTable;
use crate::view::words::page::count;
use tune2048_tuner::record::now::unix_now;

/// Returns the section; nothing if only the machine of the campaign has played.
pub(crate) fn section(data: &ReportData) -> Markup {
    let workers = &data.now.workers;
    if workers.is_empty() {
        return html! {};
    }
    let now = unix_now();
    let table = DataTable::new("workers", "Workers", workers)
        .text("machine", |worker| worker.host.clone())
        .number("cores", |worker| worker.cores)
        .number("games", |worker| worker.games)
        .number("games a second", |worker| {
            let pace = worker.games_per_second.filter(|_| worker.is_here(now));
            pace.map_or(String::new(), |pace| format!("{pace:.2}"))
        })
        .number("given back", |worker| worker.given_back)
        .number("state", |worker| if worker.is_here(now) { "playing" } else { "gone" });
    html! {
        p { "Other machines have played "
            (count(workers.iter().map(|worker| worker.games).sum::<u64>()))
            " games. The record does not depend on where games are played." }
        (table.shown())
    }
}
