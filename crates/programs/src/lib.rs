#![doc = include_str!("../README.md")]
#![warn(clippy::print_stdout)]

mod answer;
mod blame;
mod conversation;
mod evaluator;
mod failure;
mod guard;
mod json_line;
mod once_per_game;
mod outcome;
mod pace;
mod pool;
mod process;
mod program;
mod queue;
mod repeats;
mod request;
mod run;
mod slot;
mod stderr_tail;

pub use evaluator::ProgramEvaluator;
