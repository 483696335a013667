//! What people look at after a campaign.

mod markdown;
mod number;

pub use markdown::markdown;
pub use number::{clock, duration, grouped};
