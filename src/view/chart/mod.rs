//! Charts as SVG within a page of HTML.
//!
//! Marks have classes and no colours, which the page's style sheet defines for light and dark
//! pages. Every chart has a title and a description for readers who cannot see it.

mod figure;
mod plot;

pub(crate) use figure::{Figure, axis, ends, key, shown, whole_axis, wide_chart};
pub use plot::{Plot, PlotAxis};
pub(crate) use tune2048_files::data_table::{DataTable, Table, thinned};
