//! What people read of campaigns and comparisons, each sentence worded once.
//!
//! Terminal, reports, pages, exports, Python and JSON take their words from here, so that they
//! say the same.
//!
//! | file | words for |
//! |---|---|
//! | `verdict` | the verdict on weights, their ratio and its interval |
//! | `comparison` | the result of a comparison |
//! | `events` | what happens in a campaign: phases, warnings, lines of a log |
//! | `plan`, `change` | a plan, and a change of a campaign |
//! | `number` | numbers, times and counted things |

pub mod change;
pub mod comparison;
mod events;
mod number;
mod phase;
mod plan;
mod verdict;

pub use events::{TORN_WARNING, interrupted};
pub use number::{clock, counted, duration, mean_with_interval};
pub use phase::Phase;
pub use tune2048_files::number_text::{fixed, grouped};
pub use tune2048_files::shell::quoted;
pub use verdict::start_name;
