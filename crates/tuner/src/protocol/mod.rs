//! Evaluations for optimizers in other programs: requests and answers as lines of JSON.
//!
//! The evaluator writes one line that describes the search space. Each line of input is then a
//! [`Request`] and receives one line of output, in order: an answer or a [`Refusal`].

mod answers;
mod command;
mod message;
mod serve;

pub use command::serve_command;
pub use message::{Refusal, Request};
pub use serve::{ProtocolError, Served, serve};
