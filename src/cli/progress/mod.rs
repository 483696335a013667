//! How the progress of a command appears: a view, a bar or lines.
//!
//! | file | what it does |
//! |---|---|
//! | `log` | lines with the time, held back while the view is drawing |
//! | `thread` | the thread that shows it by the view or by lines, what a run shares with it, and what programs are told |
//! | `view` | the live view with its terminal |
//! | `games_bar` | a bar for a batch of games |

mod games_bar;
mod log;
mod thread;
mod view;

pub(crate) use games_bar::{GamesBar, games_bar};
pub(crate) use log::{log, log_interruption};
pub(crate) use thread::{ProgressThread, SharedProgress, print_result};
