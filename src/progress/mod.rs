//! Progress of a campaign: what is known of it while it runs, without a terminal.
//!
//! | file | what it does |
//! |---|---|
//! | `state` | gathers what is known, from the record and from the campaign's events |
//! | `phase` | what is being played |
//! | `positions` | where the search stands in the ranges of the weights |
//! | `workload` | how many games are still to come |
//! | `time_left` | how long they will take |

mod phase;
mod positions;
pub mod state;
pub mod time_left;
mod workload;

pub use phase::Phase;
pub use positions::WeightPosition;
pub use state::LiveProgress;
