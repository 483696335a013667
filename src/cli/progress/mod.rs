//! How the progress of a command appears: a view, a bar or lines.
//!
//! | file | what it does |
//! |---|---|
//! | `log` | lines with the time, held back while the view is drawing |
//! | `shared` | what a run shares with the thread that shows it |
//! | `background` | the thread that shows it |
//! | `thread` | shows it by the view or by lines, and to programs |
//! | `view` | the live view with its terminal |
//! | `games_bar` | a bar for a batch of games |

mod background;
mod games_bar;
mod log;
mod shared;
mod thread;
mod view;

pub(crate) use games_bar::{GamesBar, games_bar};
pub(crate) use log::{log, log_interruption};
pub(crate) use shared::SharedProgress;
pub(crate) use thread::{ProgressThread, print_result};
