//! The command line: parse, run, print what went wrong once, exit.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
