//! What people look at after a campaign: one page of HTML, and a summary in Markdown.

mod certainty;
mod comparison;
mod comparison_weights;
mod convergence;
mod coordinates;
mod data;
mod directions;
mod figure;
mod fit;
mod maps;
mod markdown;
mod matrix;
mod number;
mod opening;
mod page;
mod race;
mod ranking;
mod repeat;
mod score_games;
mod slices;
mod trade_offs;
mod weights;

pub use comparison::comparison;
pub use markdown::markdown;
pub use number::{clock, duration};
#[cfg(feature = "serve")]
pub(crate) use page::document;
pub use page::{SCRIPT, STYLE, page};
