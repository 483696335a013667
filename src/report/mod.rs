//! What people look at after a campaign.

mod convergence;
mod figure;
mod markdown;
mod number;
mod opening;
mod page;
mod record;

pub use markdown::markdown;
pub use number::grouped;
pub use page::{SCRIPT, STYLE, page};
