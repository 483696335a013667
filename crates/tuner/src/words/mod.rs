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
//! | `events` | what happens in a campaign: phases, warnings, its plan, lines of a log |
//! | `failures` | games of programs that went wrong, and scores that no sound program has |
//!
//! Numbers and their intervals have their words in [`statistics`](crate::statistics::in_words).

pub mod comparison;
mod effect;
mod events;
mod failures;
mod verdict;

pub use crate::statistics::in_words::{
    clock, duration, game_score, in_elo, pentanomial, range, ranking, score_interval, signed,
    with_interval, with_level,
};
pub use events::{Phase, interrupted};
pub use tune2048_files::number_text::{
    counted, decimals, fixed, grouped, grouped_fixed, known, percent, score, things,
};
pub use tune2048_files::shell::quoted;
pub use tune2048_files::shown::{in_line, in_markdown, json as json_text, visible};
pub use verdict::start_name;
