//! The reliability of the rankings, and what the games were played for.

use maud::{Markup, html};

use super::convergence::MAX_LISTED;
use crate::view::campaigns::data::ReportData;
use crate::view::chart::{
    DataTable, Plot, axis, figure, is_roomy, key, responsive, thinned, whole_axis,
};
use crate::view::words::page::{count, fixed, percent};
use tune2048_engine::game::Stream;

/// Reliability below which a ranking is mostly luck.
const HALF: f64 = 0.5;

/// Returns the section with both figures.
pub(crate) fn section(data: &ReportData) -> Markup {
    html! {
        @if data.generations.iter().any(|found| found.reliability.is_some()) {
            (reliability(data))
        } @else if !data.generations.is_empty() {
            p {
                "How reliable the rankings were is not known: that needs two " (data.state.spec.subject().unit()) "s of each candidate, and \
                scores that differ."
            }
        }
        (where_games_went(data))
    }
}

fn reliability(data: &ReportData) -> Markup {
    let listed = thinned(&data.generations, MAX_LISTED);
    let points = listed.iter().filter_map(|found| Some([found.number.into(), found.reliability?]));
    let points: Vec<[f64; 2]> = points.collect();
    let last = listed.last().map_or(1.0, |found| f64::from(found.number).max(1.0));
    let title = "Reliability of the ranking by generation";
    let image = responsive("reliability", title, |width| {
        let x = whole_axis([0.0, last], "generation", if is_roomy(width) { 8 } else { 5 });
        let y = axis([0.0, 1.0], "reliability", 5);
        let plot = Plot::new(width, 220.0, x, y);
        plot.drawn(&html! {
            (plot.level(HALF, None, "start"))
            (plot.line(points.clone(), "tuned"))
            (plot.dots(points.clone(), "tuned"))
            (plot.targets(points.iter().map(|[x, y]| ([*x, *y], format!("generation {x}: reliability {}", fixed(*y, 2))))))
        })
    });
    let caption = html! {
        b { "Reliability of the ranking: " }
        "the share of the variance between a generation’s candidates that comes from their weights, not from luck. \
        As a search converges, its candidates differ less, and rankings become mostly luck."
    };
    let keys = [key("tuned", "reliability"), key("start", "half is luck")];
    figure("reliability", keys, &image, &caption, &[])
}

/// Returns the number of games played for each purpose.
pub(crate) fn purposes(data: &ReportData) -> [(&'static str, u64); 4] {
    let of = |stream: Stream| data.state.finals.count(stream);
    let pilot = data.state.pilot.as_ref().map_or(0, |pilot| pilot.games);
    [
        ("pilot", pilot),
        ("search", data.state.games - pilot),
        ("final race", of(Stream::Selection)),
        ("validation", of(Stream::Validation)),
    ]
}

fn where_games_went(data: &ReportData) -> Markup {
    let purposes = purposes(data);
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
