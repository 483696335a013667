//! Charts as SVG, to stand in a page.
//!
//! Marks bear classes and no colours of their own, so that the page's style
//! says how they look, in light and in dark. Every chart is an image with a
//! title and a description for those who do not see it.

mod heat;
mod plot;
mod scale;

pub use heat::{HeatCell, HeatMap};
pub use plot::{AltText, Plot, PlotAxis};
pub use scale::{PixelScale, decimals, round_ticks};
