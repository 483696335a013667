//! `tune2048 diagnose`.

use std::io::{self, Read};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use tune2048_files::journal::is_torn;
use tune2048_files::text;
use tune2048_tuner::record::{BEST, Folder, TRIALS};
use tune2048_tuner::statistics::Better;
use tune2048_tuner::studies::diagnose::{ColumnNames, ReadOptions, read};

use super::diagnosis::DiagnosisJson;
use crate::cli::options::{Names, campaign_folder, offer};
use crate::cli::terminal::{BadInput, command_line, eprint_line, print_json, print_wrapped};

/// Report how reliable a ranking of candidates is, and what its best is worth.
///
/// Reads a campaign's folder, its trials.csv, a study of Optuna as CSV, or the scores of any other
/// tuner. These are a CSV with the columns `candidate` and `score` and
/// one row per game, or with `candidate`, `games`, `mean_score` and `sd_score` and one row per
/// candidate. A column `generation` or `block` is optional.
#[derive(Debug, clap::Args)]
pub(crate) struct DiagnoseCommand {
    /// CSV of scores, a campaign's folder or its name, or - for standard input.
    #[arg(value_name = "CSV", value_parser = campaign_folder, add = offer(&[Names::Recorded]))]
    source: PathBuf,
    /// Candidates per block, for a CSV without generations or blocks.
    #[arg(long, value_name = "N")]
    block: Option<NonZeroUsize>,
    /// Columns with other names, separated by commas. ROLE is block, candidate, seed, score, mean, sd
    /// or games; several columns may identify a candidate.
    #[arg(long, value_name = "ROLE=NAME", value_delimiter = ',')]
    columns: Vec<String>,
    /// Lower scores are better.
    #[arg(long)]
    minimize: bool,
    /// Each score is a mean of N games, where no column says how many.
    #[arg(long, value_name = "N")]
    games: Option<NonZeroU32>,
    /// Assumed coefficient of variation of a game's score, for means without a standard deviation.
    #[arg(long, value_name = "V")]
    cv: Option<f64>,
    /// Print JSON on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

impl DiagnoseCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut options = self.options()?;
        let (path, text) = self.text()?;
        let campaign = Folder::at(path.parent().unwrap_or(Path::new("")));
        if path == campaign.file(TRIALS) && campaign.is_campaign() {
            let spec = campaign.read_log()?.spec;
            options.minimize |= spec.better == Better::Lower;
            options.self_play = spec.candidates_meet;
        }
        let scores = read(&path, &text, &options)?;
        let source = path.display().to_string();
        if let (Some(column), Some(_)) = (&scores.block_column, self.block) {
            bail!(BadInput(format!(
                "--block: found the column `{column}` in {source}, expected a file without it - leave \
                 the option out"
            )));
        }
        let answer = DiagnosisJson::of(source, scores, &options);
        if self.json { print_json(&answer) } else { print_wrapped(&answer.text()) }
    }

    fn options(&self) -> Result<ReadOptions, BadInput> {
        let mut columns = ColumnNames::default();
        for assignment in &self.columns {
            columns.add(assignment).map_err(|problem| BadInput(format!("--columns: {problem}")))?;
        }
        if let Some(cv) = self.cv.filter(|&cv| !(cv.is_finite() && cv > 0.0)) {
            return Err(BadInput(format!(
                "--cv: found {cv}, expected a number above 0 - games of 2048 have about 0.5"
            )));
        }
        Ok(ReadOptions {
            block_size: self.block,
            columns,
            games: self.games.map(NonZeroU32::get),
            variation: self.cv,
            minimize: self.minimize,
            self_play: false,
        })
    }

    /// Returns the scores with the name of their source.
    fn text(&self) -> anyhow::Result<(PathBuf, String)> {
        if self.source == Path::new("-") {
            let path = Path::new("standard input");
            let mut bytes = Vec::new();
            let read = io::stdin().read_to_end(&mut bytes);
            read.map_err(|error| BadInput(format!("standard input: cannot read: {error}")))?;
            let text = text::of(bytes, path).map_err(|error| BadInput(error.to_string()))?;
            return Ok((path.to_owned(), text));
        }
        let path = self.path()?;
        let mut text = text::read(&path).map_err(|problem| match path.exists() {
            true => BadInput(problem),
            false => BadInput(format!(
                "{problem} - expected a CSV of scores, or a campaign's folder or name"
            )),
        })?;
        if let Some(torn) = is_torn(&path, text.lines().next().unwrap_or("")) {
            let is_torn =
                torn.map_err(|error| anyhow!("{error} - restore the file from a copy"))?;
            text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
            if is_torn {
                eprint_line("warning: the last line was cut short and is left out");
            }
        }
        Ok((path, text))
    }

    /// Returns the file of the scores.
    fn path(&self) -> anyhow::Result<PathBuf> {
        if !self.source.is_dir() {
            return Ok(self.source.clone());
        }
        let (path, folder) = (self.source.join(TRIALS), self.source.display());
        let campaign = Folder::at(&self.source);
        if !campaign.is_campaign() && !campaign.file(BEST).is_file() {
            bail!(BadInput(format!(
                "{folder}: found a folder without {TRIALS}, expected a campaign's or a CSV"
            )));
        }
        if campaign.read(false)?.trials == 0 {
            let resume = command_line("resume", &self.source);
            bail!(BadInput(format!(
                "{folder}: the campaign has no candidate yet - go on with `{resume}`"
            )));
        }
        Ok(path)
    }
}
