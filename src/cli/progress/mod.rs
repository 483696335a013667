//! How the progress of a command appears: a view, a bar or lines.
//!
//! | file | what it does |
//! |---|---|
//! | `shared` | what a run shares with the thread that shows it; lines with the time, held back while the view is drawing |
//! | `background` | the thread that shows it |
//! | `thread` | shows it by the view or by lines, and to programs |
//! | `view` | the live view with its terminal |
//! | `games_bar` | a bar for a batch of games |

mod background;
mod games_bar;
mod shared;
mod thread;
mod view;

pub(crate) use games_bar::{GamesBar, TimeLeft, games_bar};
pub(crate) use shared::{ProgressLog, SharedProgress};
pub(crate) use thread::{ProgressThread, print_result};
