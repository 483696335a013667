//! Compares ways to rank candidates at equal cost: whole games, games that begin with recorded
//! boards, and games that are split where a large tile is made.
//!
//! ```text
//! cargo run --release -p tune2048-tuner --example starting_boards -- --budget 2000
//! ```
//!
//! The candidates are a first generation of CMA-ES around the weights of 2014. Costs are
//! counted in boards, so that the same arguments print the same tables on any machine and
//! any number of threads.

mod agreement;
mod arguments;
mod candidates;
mod comparison;
mod games;
mod methods;
mod report;
mod splitting;

use std::process::ExitCode;

use tune2048_engine::player::{Depth, ExpectimaxSettings, NodeBudget, PlayerSettings};
use tune2048_tuner::statistics::mean;

use arguments::{Arguments, USAGE};
use games::Games;
use methods::{Pools, scores};

fn main() -> ExitCode {
    let arguments = match Arguments::parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(mistake) => return refuse(&format!("{mistake}\n{USAGE}")),
    };
    let threads = arguments.threads.unwrap_or(0);
    let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let played = match threads {
        Ok(threads) => threads.install(|| study(&arguments)),
        Err(error) => Err(format!("--threads: {error}")),
    };
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(mistake) => refuse(&mistake),
    }
}

fn refuse(mistake: &str) -> ExitCode {
    eprintln!("error: {mistake}");
    ExitCode::from(2)
}

/// Plays all games and prints the tables.
fn study(arguments: &Arguments) -> Result<(), String> {
    let budget = NodeBudget {
        nodes: arguments.budget,
        ..NodeBudget::default()
    };
    let games = Games {
        player: PlayerSettings::Expectimax(ExpectimaxSettings {
            depth: Depth::Nodes(budget),
            ..ExpectimaxSettings::default()
        }),
        stages: arguments.stages.clone(),
        seed: arguments.seed,
    };
    let (start, candidates) =
        candidates::around_2014(arguments.candidates, arguments.step, arguments.seed);
    let banks = games.record(&start, arguments.pool)?;
    let pools = Pools::play(
        &games,
        &candidates,
        &banks,
        arguments.truth,
        arguments.continuations,
    );
    let methods = pools.methods(&arguments.stages, arguments.continuations);
    let truth = scores(&pools.truth);
    println!(
        "{} boards a move, {} candidates with step {}, {} games each for the truth, {} units of each method.",
        arguments.budget, arguments.candidates, arguments.step, arguments.truth, arguments.pool
    );
    report::print_truth(&truth);
    report::print_stages(&pools, &methods[0], &arguments.stages);
    report::print_methods(&methods, &pools, &arguments.at);
    let means: Vec<_> = truth.iter().map(|scores| mean(scores)).collect();
    for &whole_games in &arguments.at {
        let found = comparison::compare(
            &methods,
            &means,
            whole_games,
            arguments.replications,
            arguments.seed,
        );
        report::print_agreement(&methods, whole_games, &found);
    }
    Ok(())
}
