//! The program `tune2048`: runs the command line and exits.

#![warn(clippy::print_stdout, reason = "println! panics on a closed pipe")]

use std::process::ExitCode;

fn main() -> ExitCode {
    tune2048::cli::main()
}
