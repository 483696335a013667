//! `tune2048 diagnose`.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::bail;
use tune2048_files::text;
use tune2048_tuner::record::{Folder, TRIALS};
use tune2048_tuner::studies::diagnose::{Scores, read, unjudged};

use super::diagnosis::DiagnosisJson;
use crate::cli::options::campaign_folder;
use crate::cli::terminal::{BadInput, command_line, print_json, print_wrapped};

/// Report how reliable a ranking of candidates is, and what its best is worth.
///
/// Reads a campaign, a study of Optuna as CSV, or the scores of any other
/// tuner. These are a CSV with the columns `candidate` and `score` and
/// one row per game, or with `candidate`, `games`, `mean_score` and `sd_score` and one row per
/// candidate. A column `generation` or `block` is optional.
#[derive(Debug, clap::Args)]
pub(crate) struct DiagnoseCommand {
    /// CSV of scores, a campaign's folder or its name, or - for standard input.
    #[arg(value_name = "CSV", value_parser = campaign_folder)]
    source: PathBuf,
    /// Lower scores are better.
    #[arg(long)]
    minimize: bool,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

impl DiagnoseCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let parent = self.source.parent().unwrap_or(Path::new(""));
        let is_rows = self.source == parent.join(TRIALS) && Folder::at(parent).is_campaign();
        let is_campaign = self.source.is_dir() || is_rows;
        if is_campaign && self.minimize {
            bail!(BadInput(
                "--minimize: the record of a campaign says which scores are better - leave the option out".to_owned()
            ));
        }
        let (source, scores) = match is_campaign {
            true => campaign(if is_rows { parent } else { &self.source })?,
            false => self.table()?,
        };
        if let Some(problem) = unjudged(&scores.blocks) {
            bail!(BadInput(format!("{source}: {problem}")));
        }
        let answer = DiagnosisJson::of(source, scores);
        if self.json { print_json(&answer) } else { print_wrapped(&answer.text()) }
    }

    /// Reads a CSV with the name of its source.
    fn table(&self) -> anyhow::Result<(String, Scores)> {
        let (path, text) = if self.source == Path::new("-") {
            let path = PathBuf::from("standard input");
            let mut bytes = Vec::new();
            let read = io::stdin().read_to_end(&mut bytes);
            read.map_err(|error| BadInput(format!("standard input: cannot read: {error}")))?;
            let text = text::of(bytes, &path).map_err(|error| BadInput(error.to_string()))?;
            (path, text)
        } else {
            let text = text::read(&self.source).map_err(|problem| match self.source.exists() {
                true => BadInput(problem),
                false => BadInput(format!(
                    "{problem} - expected a CSV of scores, or a campaign's folder or name"
                )),
            })?;
            (self.source.clone(), text)
        };
        Ok((path.display().to_string(), read(&path, &text, self.minimize)?))
    }
}

/// Reads the candidates of a campaign with the name of their file.
fn campaign(path: &Path) -> anyhow::Result<(String, Scores)> {
    let (campaign, folder) = (Folder::at(path), path.display());
    let state = campaign.read(true)?;
    let trials = state.all_trials;
    if trials.is_empty() {
        let resume = command_line("resume", path);
        bail!(BadInput(format!(
            "{folder}: the campaign has no candidate yet - go on with `{resume}`"
        )));
    }
    if state.spec.candidates_meet {
        let status = command_line("status", path);
        bail!(BadInput(format!(
            "{folder}: candidates met each other, so that their scores do not compare with those of other \
             generations - `{status}` has the reliability of the last ranking"
        )));
    }
    let source = campaign.file(TRIALS).display().to_string();
    Ok((source, Scores::of_campaign(&state.spec, &trials)))
}
