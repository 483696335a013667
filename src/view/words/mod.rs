//! Words that terminal, pages and reports share; those of campaigns are the tuner's
//! [`words`](tune2048_tuner::words), which exports and Python read too.
//!
//! | file | words for |
//! |---|---|
//! | `page` | numbers of pages, with narrow spaces and a true minus |
//! | `progress` | the progress of a campaign or a learning run in a line |
//! | `story` | the opening of a report, for a new reader |

pub(crate) mod page;
mod progress;
pub(crate) mod story;

pub use progress::{progress_line, so_far, tiles, time_left};
pub use tune2048_tuner::words::*;
