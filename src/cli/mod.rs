//! The command line: one file per subcommand.
//!
//! | folder | what it has |
//! |---|---|
//! | `campaign` | commands that play a campaign |
//! | `records` | commands that read what campaigns recorded, and what they say of it |
//! | `search_space` | commands about the file that describes a campaign |
//! | `learn` | learning runs |
//! | `players`, `explain` | commands in which a player plays |
//! | `studies` | commands that measure players and scores outside of a campaign |
//! | `progress`, `live` | what a terminal shows while games are played |
//! | `evaluation` | where games are played |
//! | `options` | options that several commands share |
//! | `terminal` | output, keys, colours and signals |

mod campaign;
mod completions;
mod evaluation;
mod explain;
mod help;
mod learn;
pub mod live;
mod options;
mod players;
mod progress;
mod records;
mod search_space;
mod studies;
pub mod terminal;

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// Find better weights for programs that play games: 2048, with a player built in, or any other.
///
/// A campaign is described by one TOML file, the search space: which weights may move and how far,
/// how the player searches, how many games to spend. `run` proposes weights, plays batches of
/// seeded games with them, records everything in a folder, and measures the winner on games that
/// it was not tuned on. `export` writes the winner for a solver.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, disable_help_subcommand = true, after_help = after_help())]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str =
    "Exit codes: 0 done, 1 failed, 2 bad input, 130 interrupted (everything evaluated is saved).";

fn after_help() -> String {
    format!("{}\n{EXIT_CODES}", help::topics())
}

/// Declares the commands and how each runs.
macro_rules! commands {
    ($($(#[$when:meta])? $name:ident($command:ty),)*) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($(#[$when])? $name($command),)*
        }

        impl Command {
            fn run(self) -> anyhow::Result<()> {
                match self {
                    $($(#[$when])? Self::$name(command) => command.run(),)*
                }
            }
        }
    };
}

commands! {
    Init(search_space::init::InitCommand),
    Run(campaign::run::RunCommand),
    Learn(learn::LearnCommand),
    Resume(campaign::resume::ResumeCommand),
    Plan(campaign::plan::PlanCommand),
    List(records::list::ListCommand),
    Status(records::status::StatusCommand),
    Report(records::report::ReportCommand),
    Serve(records::serve::ServeCommand),
    Export(records::export::ExportCommand),
    Check(search_space::check::CheckCommand),
    Schema(search_space::schema::SchemaCommand),
    Evaluate(players::evaluate::EvaluateCommand),
    Compare(studies::compare::CompareCommand),
    Diagnose(studies::diagnose::DiagnoseCommand),
    Inspect(players::inspect::InspectCommand),
    Explain(explain::ExplainCommand),
    Play(players::play::PlayCommand),
    Tournament(studies::tournament::TournamentCommand),
    ServeEvaluations(campaign::serve_evaluations::ServeEvaluationsCommand),
    #[cfg(feature = "workers")]
    Worker(evaluation::workers::WorkerCommand),
    Completions(completions::CompletionsCommand),
    Man(completions::ManCommand),
    Help(help::HelpCommand),
}

/// What is said of an empty argument: an empty path would be the current folder.
const EMPTY: &str =
    "found an empty argument, expected a value - is a variable of the shell not set?";

/// Runs the command of the process and reports its failure, if any.
pub fn main() -> ExitCode {
    terminal::interrupt::survive_file_size_limit();
    terminal::interrupt::exit_on_signal();
    let mut arguments = Cli::command().mut_subcommands(|command| {
        // A negative number is a wrong value, and no option.
        command.mut_args(|arg| match arg.get_action().takes_values() {
            true => arg.allow_negative_numbers(true),
            false => arg,
        })
    });
    let is_empty = |word: OsString| {
        let word = word.as_encoded_bytes();
        word.is_empty() || word.starts_with(b"--") && word.ends_with(b"=")
    };
    let parsed = match env::args_os().skip(1).any(is_empty) {
        true => Err(arguments.error(clap::error::ErrorKind::InvalidValue, EMPTY)),
        false => arguments.try_get_matches().and_then(|found| Cli::from_arg_matches(&found)),
    };
    match parsed.map(|cli| cli.command.run()) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => terminal::failure::report(&error),
        Err(error) => usage(&error),
    }
}

/// Returns what a number should have been, in place of what the standard library or clap says of it.
fn expected(problem: &str) -> Option<String> {
    if let Some((_, range)) = problem.split_once(" is not in ") {
        let range = range.replace("..=", " to ").replace("..", " on");
        return Some(format!("expected a whole number from {range}"));
    }
    let expected = match problem {
        "invalid float literal" => "expected a number, such as 10 or 0.5",
        "invalid digit found in string" => "expected a whole number, such as 10",
        "number would be zero for non-zero type" => "expected a whole number above 0",
        "number too large to fit in target type" => "expected a smaller number",
        _ => return None,
    };
    Some(expected.to_owned())
}

/// Prints the help that was asked for, or what is wrong with the arguments.
fn usage(error: &clap::Error) -> ExitCode {
    let is_of_workers = |word: OsString| {
        let word = word.to_string_lossy();
        word == "worker" || word.starts_with("--worker")
    };
    if !error.use_stderr() {
        if let Err(cause) = terminal::print_styled(&error.render().ansi().to_string()) {
            return terminal::failure::report(&cause);
        }
    } else if !cfg!(feature = "workers") && env::args_os().any(is_of_workers) {
        terminal::eprint_line(
            "error: found a command or an option of workers, which this build leaves out - install \
             it with them: cargo install --path . --features workers",
        );
    } else {
        let text = error.render().to_string();
        let problem = error.source().map(ToString::to_string).unwrap_or_default();
        let text = match expected(&problem) {
            Some(expected) => text.replace(&problem, &expected),
            None => text,
        };
        terminal::eprint_line(text.trim_end());
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
