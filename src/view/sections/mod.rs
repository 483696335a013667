//! The sections of a report about a campaign. A new one is a file and its place in [`SECTIONS`].

mod certainty;
mod convergence;
mod directions;
pub(crate) mod fit;
mod maps;
mod matrix;
pub(crate) mod opening;
pub(crate) mod pace;
mod parallel;
mod race;
mod ranking;
mod repeat;
mod score_games;
mod slices;
mod trade_offs;
mod weights;
mod workers;

use maud::Markup;

use crate::view::campaigns::data::ReportData;
use fit::Fit;

/// A section of a report.
pub(crate) struct Section {
    /// Id of its heading.
    pub(crate) id: &'static str,
    /// Title in the list of contents.
    pub(crate) title: &'static str,
    /// Returns its markup, empty where the campaign has nothing to show.
    pub(crate) write: fn(&ReportData, &Fit) -> Markup,
}

/// All sections, in order.
pub(crate) const SECTIONS: [Section; 10] = [
    section("verdict", "Verdict", |data, _| opening::verdict(data)),
    section("convergence", "Convergence", |data, _| convergence::section(data)),
    section("weights", "Weights", |data, _| weights::section(data)),
    section("certainty", "Certainty and trade-offs", certainty::section),
    section("landscape", "Landscape", fit::section),
    section("scores", "Scores and tiles", |data, _| score_games::section(data)),
    section("games", "Games", |data, _| ranking::section(data)),
    section("race", "Race and validation", |data, _| race::section(data)),
    section("workers", "Workers", |data, _| workers::section(data)),
    section("repeat", "To repeat it", |data, _| repeat::section(data)),
];

const fn section(
    id: &'static str,
    title: &'static str,
    write: fn(&ReportData, &Fit) -> Markup,
) -> Section {
    Section { id, title, write }
}
