//! How the progress of a command appears: a view, a bar or lines.
//!
//! | file | what it does |
//! |---|---|
//! | `thread` | the thread that shows it by the view or by lines with the time, what a run shares with it, and what programs are told |
//! | `view` | the live view with its terminal |
//! | `games_bar` | a bar for a batch of games |

mod games_bar;
mod thread;
mod view;

pub(crate) use games_bar::{GamesBar, games_bar};
pub(crate) use thread::{ProgressThread, SharedProgress, log, log_interruption, print_result};
