//! What people look at after a campaign.

mod markdown;

pub use markdown::markdown;
