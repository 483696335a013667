//! The sections of a report about a campaign. A new one is a file and its place in [`SECTIONS`].

pub(crate) mod ablation;
pub(crate) mod convergence;
pub(crate) mod opening;
pub(crate) mod pace;
mod race;
mod repeat;
mod slices;
pub(crate) mod tiles;
pub(crate) mod weights;
mod workers;

use maud::Markup;

use crate::view::campaigns::data::ReportData;

/// A section of a report: the id of its heading, its title, and its content, empty where the campaign
/// has nothing to show.
pub(crate) type Section = (&'static str, &'static str, fn(&ReportData) -> Markup);

/// All sections, in order.
pub(crate) const SECTIONS: [Section; 6] = [
    ("verdict", "Verdict", opening::verdict),
    ("weights", "Weights", weights::section),
    ("slices", "Slices", slices::section),
    ("race", "Race and validation", race::section),
    ("workers", "Workers", workers::section),
    ("repeat", "To repeat it", repeat::section),
];
