//! The workers that have played for the campaign.

use maud::{Markup, html};

use crate::view::campaigns::data::ReportData;
use crate::view::chart::figure::{DataTable, columns};
use crate::view::words::page::count;
use crate::view::worker_presence::{self, SeenWorker};

/// Returns the section; nothing if only the machine of the campaign has played.
pub(crate) fn section(data: &ReportData) -> Markup {
    let workers = worker_presence::read(&data.folder);
    if workers.is_empty() {
        return html! {};
    }
    let now = worker_presence::unix_now();
    let mut table = DataTable::new(
        "workers",
        "Workers",
        1,
        columns("machine | cores | games | games a second | given back | state"),
    );
    for worker in &workers {
        table.row(row(worker, now));
    }
    html! {
        section aria-labelledby="workers" {
            h2 id="workers" { "Workers" }
            p { "Other machines have played "
                (count(workers.iter().map(|worker| worker.games).sum::<u64>()))
                " games. The record does not depend on where games are played." }
            (table.shown())
        }
    }
}

fn row(worker: &SeenWorker, now: u64) -> [String; 6] {
    let is_here = worker.is_here(now);
    let pace = worker.games_per_second.filter(|_| is_here);
    [
        worker.host.clone(),
        worker.cores.to_string(),
        worker.games.to_string(),
        pace.map_or(String::new(), |pace| format!("{pace:.2}")),
        worker.given_back.to_string(),
        if is_here { "playing" } else { "gone" }.to_owned(),
    ]
}
