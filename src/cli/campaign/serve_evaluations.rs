//! `tune2048 serve-evaluations`.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use tune2048_engine::evaluate::Monitor;
use tune2048_tuner::protocol::{ProtocolError, serve, serve_command};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::weights::file::WeightsFile;

use crate::cli::evaluation::evaluator::Machines;
use crate::cli::options::{FileKind, Names, offer};
use crate::cli::terminal::{eprint_line, write_file};

/// Play games for an optimizer of your own, which sends requests in lines of JSON.
///
/// Reads one request per line from standard input and answers each with a line on standard output,
/// in order. With a COMMAND, that program is started, and its standard output and input are used
/// instead. `tune2048 help json` documents the lines.
#[derive(Debug, clap::Args)]
pub(crate) struct ServeEvaluationsCommand {
    /// Search space file (TOML): weights and ranges, player, objective, seed, budget of games.
    #[arg(value_name = "SPACE", add = offer(&[Names::Spaces]))]
    space: PathBuf,
    /// File for the weights of the client's last recommendation.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    machines: Machines,
    /// Program that sends the requests, with its arguments, after `--`.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

impl ServeEvaluationsCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let spec = CampaignSpec::parse(&self.space, &FileKind::SearchSpace.read(&self.space)?)?;
        let evaluator = self.machines.evaluator([&**spec.subject()], None)?;
        let limit = spec.given_budget().games;
        // Nothing is saved before the end, so that signals may end the process at once.
        let monitor = Monitor::default();
        let served = if self.command.is_empty() {
            let input = BufReader::new(io::stdin());
            serve(&spec, &evaluator, limit, input, io::stdout(), &monitor)
        } else {
            serve_command(&self.command, Path::new(""), &spec, &evaluator, limit, &monitor)
        };
        let served = served.map_err(|error| match error {
            ProtocolError::Io(cause) => {
                anyhow::Error::from(cause).context("cannot exchange lines with the client")
            }
            other => other.into(),
        })?;
        if served.recommendation.is_none() && served.unanswered > 0 {
            anyhow::bail!(
                "the client left without a recommendation, before {} of its requests were answered",
                served.unanswered
            );
        }
        let Some(out) = &self.out else { return Ok(()) };
        if let Some(weights) = served.recommendation {
            return write_file(out, WeightsFile::new(&weights, toml::Table::new()).to_toml());
        }
        eprint_line(&format!("nothing was recommended: {} is not written", out.display()));
        Ok(())
    }
}
