//! The program `tune2048`: runs the command line and exits.

#![warn(clippy::print_stdout, reason = "println! panics on a closed pipe")]

#[cfg(unix)]
mod closed_output;
mod memory;

use std::process::ExitCode;

#[global_allocator]
static MEMORY: memory::Memory = memory::Memory;

fn main() -> ExitCode {
    tune2048::cli::main()
}
