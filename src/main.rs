//! The command line: parse, run, print what went wrong once, exit.

#![warn(clippy::print_stdout, reason = "println! panics on a closed pipe")]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
