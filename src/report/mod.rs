//! What people look at after a campaign.

mod markdown;
mod number;
mod stub;

pub use markdown::markdown;
pub use number::grouped;
pub use stub::{SCRIPT, STYLE, page};
