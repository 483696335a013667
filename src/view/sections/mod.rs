//! The sections of a report about a campaign. A new one is a file and its place in [`SECTIONS`].

mod ablation;
mod certainty;
mod convergence;
mod directions;
pub(crate) mod effects;
pub(crate) mod fit;
mod matrix;
pub(crate) mod opening;
pub(crate) mod pace;
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

/// A section of a report: the id of its heading, its title, and its content, empty where the campaign
/// has nothing to show.
pub(crate) type Section = (&'static str, &'static str, fn(&ReportData, &Fit) -> Markup);

/// All sections, in order.
pub(crate) const SECTIONS: [Section; 10] = [
    ("verdict", "Verdict", |data, _| opening::verdict(data)),
    ("convergence", "Convergence", |data, _| convergence::section(data)),
    ("weights", "Weights", |data, _| weights::section(data)),
    ("certainty", "Certainty and trade-offs", certainty::section),
    ("landscape", "Landscape", fit::section),
    ("scores", "Scores and tiles", |data, _| score_games::section(data)),
    ("games", "Games", |data, _| ranking::section(data)),
    ("race", "Race and validation", |data, _| race::section(data)),
    ("workers", "Workers", |data, _| workers::section(data)),
    ("repeat", "To repeat it", |data, _| repeat::section(data)),
];
