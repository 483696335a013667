//! Whether the program of a campaign is still the one that it was started with: by its files, and by the
//! games of a recorded candidate, since a wrapper may hide another one.

use std::path::PathBuf;

use crate::campaign::{Campaign, CampaignError, Result, Session};
use crate::record::file_names::PROGRAM;
use crate::statistics::Evaluation;
use crate::subject::program_files::ProgramFiles;

impl Campaign {
    /// Returns the files of the program that have changed since the campaign first ran with it;
    /// the first call records them. Empty for a player of this library.
    ///
    /// # Errors
    /// If the record cannot be read or written.
    pub fn changed_program_files(&self) -> Result<Vec<PathBuf>> {
        let Some(found) = self.spec().subject().program_files() else { return Ok(Vec::new()) };
        let folder = &self.journals.folder;
        let here = std::env::current_dir().unwrap_or_default().display().to_string();
        if !folder.file(PROGRAM).exists() {
            folder.write_json(PROGRAM, &found.begun_in(here))?;
            return Ok(Vec::new());
        }
        let recorded: ProgramFiles = folder.read_json(PROGRAM)?;
        let changed = found.changed_since(&recorded);
        let program = self.spec().subject().command();
        let is_missing =
            |path: &&PathBuf| program.is_some_and(|program| !program.place(path).exists());
        let missing = changed.iter().find(is_missing);
        match (recorded.begun(), missing) {
            (Some(began), Some(missing)) if began != here => Err(CampaignError::BadInput(format!(
                "{} is not found in the folder {here}: the campaign began in {began} - go on with it \
                 there, or set `working-folder` in [player.command]",
                missing.display()
            ))),
            _ => Ok(changed),
        }
    }

    /// Plays the games of one recorded candidate of a program again.
    ///
    /// # Errors
    /// [`CampaignError::Failed`] if they have other scores than on record, and those of the
    /// games.
    pub(crate) fn recheck(&self, session: &Session<'_>) -> Result<()> {
        let (spec, trials) = (&self.spec, self.journals.trials.rows());
        let is_repeatable = spec.subject().command().is_some_and(|program| program.deterministic);
        if !is_repeatable || trials.is_empty() {
            return Ok(());
        }
        // Another one each time, since the record grows.
        let salt = self.journals.games().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let trial = &trials[salt as usize % trials.len()];
        let games = trial.evaluation.games;
        let seeds = self.journals.seeds(spec.seed, trial.generation, games);
        session.play(spec.job(vec![trial.weights.clone()], seeds), |games| {
            let found = Evaluation::of(&games.results);
            let scores =
                |found: &Evaluation| (found.mean_score.to_bits(), found.min_score, found.max_score);
            if !games.troubles.is_empty() || scores(&found) == scores(&trial.evaluation) {
                return Ok(());
            }
            Err(CampaignError::Failed(format!(
                "the program gives other scores than on record: candidate {} of generation {} \
                 scored {} on average in {} games, and {} in the same games played again - restore \
                 the program, and what it calls; or run a new campaign",
                trial.candidate,
                trial.generation,
                trial.evaluation.mean_score,
                trial.evaluation.games,
                found.mean_score
            )))
        })
    }
}
