//! Evaluations for optimizers of other programs: JSON lines in, JSON lines out.
//!
//! The evaluator speaks first, with one line that describes the search space.
//! Then each line is a request, and gets one line of answer, in order. README.md
//! documents every field.

mod command;
mod message;
mod serve;

pub use command::serve_command;
pub use message::{Answer, Asked, Description, Played, Refusal, Request};
pub use serve::{ServeError, Served, serve};
