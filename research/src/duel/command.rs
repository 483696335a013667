//! The subcommand `duel`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tune2048_engine::evaluate::{EvaluateError, Monitor};
use tune2048_files::number_text::{grouped, score};
use tune2048_files::{atomic, regular};
use tune2048_programs::Players;

use super::error::DuelError;
use super::run::Duel;
use super::spec::DuelSpec;
use super::tables::{DuelOutcome, csv, markdown};

/// Compare optimizers by many campaigns of each with equal numbers of games.
///
/// Runs all campaigns that are not finished, so that the same command continues a duel that was
/// interrupted or killed. `research/duel-files.md` documents the file.
#[derive(Debug, clap::Args)]
pub(crate) struct DuelCommand {
    /// Duel file (TOML).
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// Folder for all files [default: results/NAME].
    #[arg(long, short, value_name = "FOLDER")]
    pub(super) out: Option<PathBuf>,
    /// Number of games that are played at the same time [default: one per core].
    #[arg(long, value_name = "N")]
    pub(super) threads: Option<usize>,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    pub(super) json: bool,
}

impl DuelCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let monitor = Arc::new(Monitor::default());
        let at_signal = Arc::clone(&monitor);
        ctrlc::set_handler(move || at_signal.request_stop())?;
        let text = self.play(&monitor)?;
        print!("{text}");
        Ok(())
    }

    /// Runs the missing campaigns; returns the outcome as Markdown or JSON.
    pub(super) fn play(self, monitor: &Monitor) -> Result<String, DuelError> {
        let text = regular::read_text(&self.file)?;
        let spec = DuelSpec::parse(&self.file, &text)?;
        let folder = (self.out).unwrap_or_else(|| Path::new("results").join(&spec.name));
        let home = self.file.parent().unwrap_or(Path::new(""));
        let mut duel = Duel::open(spec, home, &folder)?;
        duel.results().warning.iter().for_each(|warning| eprintln!("{warning}"));
        let all = duel.campaigns();
        let mut finished = duel.finished();
        eprintln!("{finished} of {all} campaigns are finished");
        let evaluator = Players::new(self.threads)?;
        let outcome = duel.run(&evaluator, monitor, |result| {
            finished += 1;
            eprintln!(
                "{finished} of {all}: {}, {} games, campaign {}: {}",
                result.entrant,
                grouped(result.budget as f64),
                result.campaign,
                score(result.mean_score)
            );
        });
        if let Err(DuelError::Evaluate(EvaluateError::Interrupted)) = outcome {
            eprintln!("go on with the same command");
        }
        outcome?;
        let outcome = DuelOutcome::of(duel.spec(), duel.results());
        let markdown = markdown(&outcome);
        let json = serde_json::to_string_pretty(&outcome).expect("an outcome is plain data") + "\n";
        atomic::replace(&folder.join("table.md"), &markdown)?;
        atomic::replace(&folder.join("table.csv"), csv(&outcome))?;
        atomic::replace(&folder.join("table.json"), &json)?;
        Ok(if self.json { json } else { markdown })
    }
}
