//! Charts as SVG within a page of HTML.
//!
//! Marks have classes and no colours, which the page's style sheet defines for light and dark
//! pages. Every chart has a title and a description for readers who cannot see it.

mod figure;
mod plot;
mod scale;

pub(crate) use figure::{
    DataTable, Figure, Table, axis, ends, is_roomy, key, panels, responsive, thinned, whole_axis,
};
pub use plot::{Drawing, Plot, PlotAxis};
