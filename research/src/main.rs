//! Duels, simulations and pictures behind the documents of tune2048.

mod baselines;
mod busy_cores;
mod claims;
mod duel;
mod frontier;
mod noise;
mod starting_boards;
mod verdict;

use std::process::ExitCode;

use clap::Parser;
use tune2048_files::toml_errors::Mistakes;
use tune2048_tuner::campaign::CampaignError;

/// Repeat the measurements behind the documents of tune2048.
#[derive(Debug, Parser)]
enum Command {
    /// Compare optimizers by many campaigns of each with equal numbers of games.
    Duel(duel::DuelCommand),
    /// Print how often claims about simulated scores are wrong (a quarter of an hour).
    Noise,
    /// Print how often the tests of matches are wrong, and how many pairs of games they take (a minute).
    Elo,
    /// Print how often the verdicts of simulated campaigns are wrong (minutes).
    Verdict,
    /// Print the level that each kind of interval reaches where scores are rates, costs or heavy-tailed.
    Claims {
        /// Runs of each kind.
        #[arg(long, default_value_t = 4000)]
        runs: u64,
    },
    /// Print how often `diagnose` is wrong about simulated searches (minutes).
    Diagnosis,
    /// Print the share of busy cores on 1 to 1000 of them, in virtual time.
    BusyCores,
    /// Compare ways to rank candidates at equal cost.
    StartingBoards(starting_boards::Arguments),
    /// Play the games of the stored baseline that are missing, on one thread.
    Baselines(baselines::Arguments),
    /// Draw mean score against moves per second as an SVG on standard output.
    Frontier,
}

fn main() -> ExitCode {
    let done = match Command::parse() {
        Command::Duel(command) => command.run(),
        Command::Noise => {
            noise::run();
            Ok(())
        }
        Command::Elo => {
            noise::matches();
            Ok(())
        }
        Command::Verdict => {
            verdict::run();
            Ok(())
        }
        Command::Claims { runs } => {
            claims::run(runs);
            Ok(())
        }
        Command::Diagnosis => {
            noise::diagnosis();
            Ok(())
        }
        Command::BusyCores => busy_cores::run(),
        Command::StartingBoards(arguments) => starting_boards::run(&arguments),
        Command::Baselines(arguments) => baselines::run(&arguments),
        Command::Frontier => frontier::run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            let is_bad_input = error.is::<Mistakes>()
                || (error.downcast_ref()).is_some_and(CampaignError::is_bad_input)
                || (error.downcast_ref()).is_some_and(duel::DuelError::is_bad_input);
            ExitCode::from(if is_bad_input { 2 } else { 1 })
        }
    }
}
