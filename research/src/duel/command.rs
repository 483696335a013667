//! `tune2048 duel`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tune2048_engine::evaluate::{EvaluateError, Monitor};
use tune2048_files::journal::UNLOCKED_WARNING;
use tune2048_tuner::duel::{self, DuelError, DuelOutcome, DuelSpec};

use super::duel_text;
use super::evaluation::machines::Machines;
use super::options::campaign_folder::RESULTS;
use super::options::input::read_file;
use super::terminal::failure::BadInput;
use super::terminal::interrupt::stop_on_signal;
use super::terminal::output::{eprint_line, grouped, print, terminal_width, write_file};

/// Compare optimizers by many campaigns of each with equal numbers of games.
///
/// Runs all campaigns that are not finished, so that the same command continues a duel that was
/// interrupted or killed. `research/duel-files.md` documents the file.
#[derive(Debug, clap::Args)]
pub(super) struct DuelCommand {
    /// Duel file (TOML).
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder for all files [default: results/NAME].
    #[arg(long, short, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    machines: Machines,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

impl DuelCommand {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let spec = DuelSpec::parse(&self.file, &read_file(&self.file)?)?;
        let folder = (self.out).unwrap_or_else(|| Path::new(RESULTS).join(&spec.name));
        let home = self.file.parent().unwrap_or(Path::new(""));
        let mut duel = duel::Duel::open(spec, home, &folder).map_err(underlying_error)?;
        if !duel.results().is_locked() {
            eprint_line(UNLOCKED_WARNING);
        }
        let monitor = Arc::new(Monitor::default());
        stop_on_signal(&monitor)?;
        let all = duel.campaigns();
        let mut finished = duel.finished();
        eprint_line(&format!("{finished} of {all} campaigns are finished"));
        let evaluator = self.machines.evaluator(&duel.players()?)?;
        let outcome = duel.run(&evaluator, &monitor, |result| {
            finished += 1;
            eprint_line(&format!(
                "{finished} of {all}: {}, {} games, campaign {}: {}",
                result.entrant,
                grouped(result.budget as f64),
                result.campaign,
                grouped(result.mean_score)
            ));
        });
        if let Err(DuelError::Evaluate(EvaluateError::Interrupted)) = outcome {
            eprint_line(&format!(
                "interrupted: all that was played is saved in {}\ngo on with the same command",
                folder.display()
            ));
        }
        outcome.map_err(underlying_error)?;
        let outcome = DuelOutcome::of(duel.spec(), duel.results());
        let markdown = duel::markdown(&outcome);
        let json = serde_json::to_string_pretty(&outcome)? + "\n";
        write_file(&folder.join("table.md"), markdown.as_bytes())?;
        write_file(&folder.join("table.csv"), duel::csv(&outcome).as_bytes())?;
        write_file(&folder.join("table.json"), json.as_bytes())?;
        if self.json {
            return print(&json);
        }
        print(&duel_text::text(&outcome, &folder, terminal_width()))
    }
}

/// Unwraps an error to its cause, which determines the exit code.
fn underlying_error(error: DuelError) -> anyhow::Error {
    match error {
        DuelError::CampaignSpec(mistakes) => mistakes.into(),
        DuelError::Campaign(cause) => cause.into(),
        DuelError::Evaluate(cause) => cause.into(),
        DuelError::Read { .. } | DuelError::Toml { .. } | DuelError::Changed { .. } => {
            BadInput(error.to_string()).into()
        }
        DuelError::Command { .. } | DuelError::File(_) => error.into(),
    }
}
