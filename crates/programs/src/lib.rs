#![doc = include_str!("../README.md")]
#![warn(clippy::print_stdout)]

mod evaluator;
mod failure;
mod process;
mod protocol;
mod run;

pub use evaluator::ProgramEvaluator;
pub use protocol::answer::line_kind;
