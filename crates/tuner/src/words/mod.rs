//! What people read of campaigns and comparisons, each sentence worded once.
//!
//! Terminal, reports, pages, exports, Python and JSON take their words from here, so that they
//! say the same.
//!
//! | file | words for |
//! |---|---|
//! | `verdict` | the verdict on weights |
//! | `effect` | by how much the mean scores differ, with the interval |
//! | `comparison` | the result of a comparison |
//! | `events` | what happens in a campaign: phases, warnings, lines of a log |
//! | `failures` | games of programs that went wrong, and scores that no sound program has |
//! | `plan` | a plan |
//! | `markdown` | words of users within Markdown |
//! | `number` | numbers, times and counted things |

pub mod comparison;
mod effect;
mod events;
mod failures;
mod markdown;
mod number;
mod plan;
mod verdict;

pub use events::{Phase, TORN_WARNING, interrupted};
pub use markdown::in_markdown;
pub use number::{clock, counted, duration, game_score, in_elo, score_interval, with_interval};
pub use tune2048_files::number_text::{decimals, fixed, grouped, grouped_fixed, score};
pub use tune2048_files::shell::quoted;
pub use verdict::start_name;
