//! The command line: one file per subcommand.

mod args;
mod bench;
mod bench_networks;
mod budget_options;
mod busy;
mod campaign_folder;
mod campaign_progress;
mod campaign_session;
#[cfg_attr(not(feature = "live"), path = "no_campaign_view.rs")]
mod campaign_view;
mod change;
mod change_text;
mod check;
mod columns;
mod compare;
mod comparison_text;
mod completions;
mod conclusion;
mod diagnose;
mod diagnosis_json;
mod diagnosis_text;
mod duel;
mod duel_text;
mod evaluate;
mod evaluator;
mod explain;
mod export;
mod failure;
mod games_bar;
mod help;
mod init;
mod init_text;
mod input;
mod inspect;
mod interrupt;
mod ladder;
mod last_board;
mod learn;
mod list;
mod machines;
mod notices;
mod output;
mod plan;
mod plan_text;
mod play;
mod program_name;
mod progress_log;
mod report;
mod resume;
mod run;
mod schema;
mod search_spaces;
#[cfg(feature = "serve")]
mod serve;
mod serve_evaluations;
mod shared_progress;
mod status;
mod summary;
mod time_per_move;
mod tournament;
mod tournament_text;
#[cfg(feature = "live")]
mod watch_terminal;
mod weights_source;
#[cfg(feature = "workers")]
mod workers;
mod workers_record;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Find better heuristic weights for programs that play 2048.
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

#[derive(Debug, Subcommand)]
enum Command {
    Init(init::InitCommand),
    Run(run::RunCommand),
    Learn(learn::LearnCommand),
    Resume(resume::ResumeCommand),
    Change(change::ChangeCommand),
    Plan(plan::PlanCommand),
    List(list::ListCommand),
    Status(status::StatusCommand),
    Report(report::ReportCommand),
    #[cfg(feature = "serve")]
    Serve(serve::ServeCommand),
    Export(export::ExportCommand),
    Check(check::CheckCommand),
    Schema(schema::SchemaCommand),
    Evaluate(evaluate::EvaluateCommand),
    Compare(compare::CompareCommand),
    Diagnose(diagnose::DiagnoseCommand),
    Inspect(inspect::InspectCommand),
    Explain(explain::ExplainCommand),
    Play(play::PlayCommand),
    Tournament(tournament::TournamentCommand),
    Bench(bench::BenchCommand),
    ServeEvaluations(serve_evaluations::ServeEvaluationsCommand),
    #[cfg(feature = "workers")]
    Worker(workers::WorkerCommand),
    Duel(duel::DuelCommand),
    Completions(completions::CompletionsCommand),
    Man(completions::ManCommand),
    Help(help::HelpCommand),
}

/// Runs the command of the process and reports its failure, if any.
pub(crate) fn main() -> ExitCode {
    interrupt::survive_file_size_limit();
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(error) => return usage(&error),
    };
    let result = match command {
        Command::Init(command) => command.run(),
        Command::Run(command) => command.run(),
        Command::Learn(command) => command.run(),
        Command::Resume(command) => command.run(),
        Command::Change(command) => command.run(),
        Command::Plan(command) => command.run(),
        Command::List(command) => command.run(),
        Command::Status(command) => command.run(),
        Command::Report(command) => command.run(),
        #[cfg(feature = "serve")]
        Command::Serve(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Schema(command) => command.run(),
        Command::Evaluate(command) => command.run(),
        Command::Compare(command) => command.run(),
        Command::Diagnose(command) => command.run(),
        Command::Inspect(command) => command.run(),
        Command::Explain(command) => command.run(),
        Command::Play(command) => command.run(),
        Command::Tournament(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::ServeEvaluations(command) => command.run(),
        #[cfg(feature = "workers")]
        Command::Worker(command) => command.run(),
        Command::Duel(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
        Command::Help(command) => command.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}

/// Prints the help that was asked for, or what is wrong with the arguments.
fn usage(error: &clap::Error) -> ExitCode {
    match error.print() {
        Err(cause) if !error.use_stderr() => failure::report(&output::stdout_error(cause)),
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}
