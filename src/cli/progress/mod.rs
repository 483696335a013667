//! How the progress of a command appears: a view, a bar or lines.
//!
//! | file | what it does |
//! |---|---|
//! | `shared` | what a run shares with the thread that shows it |
//! | `thread` | shows it from a thread of its own, by the view or by lines, and to programs |
//! | `view` | the live view with its terminal |
//! | `log` | lines with the time, held back while the view is drawing |
//! | `games_bar` | a bar for a batch of games |

mod games_bar;
mod log;
mod shared;
mod thread;
#[cfg_attr(not(feature = "live"), path = "no_view.rs")]
mod view;

pub(crate) use games_bar::{games_bar, players_bar, recorded_games_bar};
pub(crate) use log::ProgressLog;
pub(crate) use shared::SharedProgress;
pub(crate) use thread::{ProgressThread, print_result};
