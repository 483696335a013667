//! `tune2048 serve-evaluations`.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use tune2048_engine::evaluate::Monitor;
use tune2048_programs::{serve_command, serve_evaluations};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::weights::file::WeightsFile;

use crate::cli::evaluation::evaluator::Machines;
use crate::cli::options::{FileKind, out_path, write_file};
use crate::cli::terminal::eprint_line;

/// Play games for an optimizer of your own, as a program that answers requests.
///
/// Speaks the protocol of programs (`tune2048 help programs`): one request per line on standard
/// input, one answer per game on standard output. With a COMMAND, that program is started, and its
/// standard output and input are used instead.
#[derive(Debug, clap::Args)]
pub(crate) struct ServeEvaluationsCommand {
    /// Search space file (TOML): weights and ranges, player, objective, seed.
    #[arg(value_name = "SPACE")]
    space: PathBuf,
    /// File for the weights of the client's last request.
    #[arg(long, short, value_name = "FILE", value_parser = out_path())]
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
        let evaluator = self.machines.evaluator([&**spec.subject()])?;
        // Nothing is saved before the end, so that signals may end the process at once.
        let monitor = Monitor::default();
        let served = if self.command.is_empty() {
            let input = BufReader::new(io::stdin());
            serve_evaluations(&spec, &evaluator, &monitor, input, io::stdout())?
        } else {
            serve_command(&self.command, Path::new(""), &spec, &evaluator, &monitor)?
        };
        let Some(out) = &self.out else { return Ok(()) };
        if let Some(weights) = served.last {
            return write_file(out, WeightsFile::new(&weights, toml::Table::new()).to_toml());
        }
        eprint_line(&format!("nothing was asked for: {} is not written", out.display()));
        Ok(())
    }
}
