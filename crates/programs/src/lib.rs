#![doc = include_str!("../README.md")]
#![warn(clippy::print_stdout)]

mod evaluator;

pub use evaluator::ProgramEvaluator;
