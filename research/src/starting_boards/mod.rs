//! Compares ways to rank candidates at equal cost: whole games, games that begin with recorded
//! boards, and games that are split where a large tile is made.
//!
//! ```text
//! cargo run --release -p tune2048-research -- starting-boards --budget 2000
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

use tune2048_engine::player::{Depth, ExpectimaxSettings, NodeBudget, PlayerSettings};
use tune2048_tuner::statistics::mean;

pub(crate) use arguments::Arguments;
use games::Games;
use methods::{Pools, scores};

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let threads = arguments.threads.unwrap_or(0);
    let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let played = threads.install(|| study(arguments));
    played.map_err(anyhow::Error::msg)
}

/// Plays all games and prints the tables.
fn study(arguments: &Arguments) -> Result<(), String> {
    if let Some(games) = arguments.at.iter().find(|&&games| games > arguments.pool) {
        let pool = arguments.pool;
        return Err(format!("--at {games}: a pool of {pool} units has no {games} whole games"));
    }
    let budget = NodeBudget { nodes: arguments.budget, ..NodeBudget::default() };
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
    let pools = Pools::play(&games, &candidates, &banks, arguments.truth, arguments.continuations);
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
