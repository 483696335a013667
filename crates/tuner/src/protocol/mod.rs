//! Evaluations for optimizers in other programs: requests and answers as lines of JSON.
//!
//! The evaluator writes one line that describes the search space
//! ([`Description`]). Each line of input is then a [`Request`] and receives one
//! line of output, in order: an [`EvaluationAnswer`] or a [`Refusal`].

mod answers;
mod command;
mod message;
mod serve;

pub use command::serve_command;
pub use message::{Description, EvaluationAnswer, Refusal, Request, RequestedGames};
pub use serve::{ProtocolError, Served, serve};
