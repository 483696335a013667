//! `tune2048 serve-evaluations`.

use std::io::{self, BufReader};
use std::path::PathBuf;

use tune2048::evaluate::{GameEvaluator, Monitor};
use tune2048::protocol::serve;
use tune2048::search_space::SearchSpace;

use super::args::Threads;
use super::output::read_file;

/// Play games for an optimizer of your own, which asks in lines of JSON.
///
/// Reads one request per line from standard input and answers each with a line on standard
/// output, in order. README.md documents the lines.
#[derive(Debug, clap::Args)]
pub(super) struct ServeEvaluations {
    /// The search space: weights and ranges, player, objective and seed.
    #[arg(value_name = "SPACE")]
    space: PathBuf,
    #[command(flatten)]
    threads: Threads,
}

impl ServeEvaluations {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let text = read_file(&self.space)?;
        let space = SearchSpace::parse(&self.space, &text)?;
        let evaluator = GameEvaluator::new(space.player, self.threads.count())?;
        let input = BufReader::new(io::stdin());
        // Nothing is kept, so that signals may end the process as they do.
        serve(
            &space,
            &evaluator,
            None,
            input,
            io::stdout(),
            &Monitor::default(),
        )?;
        Ok(())
    }
}
