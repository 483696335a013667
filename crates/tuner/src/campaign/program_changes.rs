//! Whether the program of a campaign is still the one that it was started with: by its files, and by the
//! games of a recorded candidate, since a wrapper may hide another one.

use std::path::PathBuf;

use super::generation;
use super::open::Campaign;
use super::session::Session;
use crate::record::error::{CampaignError, Result};
use crate::record::trial::seeds_used;
use crate::statistics::Evaluation;
use tune2048_files::number_text::counted;

impl Campaign {
    /// Returns the files of the program that have changed since the campaign began with it. Empty for
    /// a player of this library.
    ///
    /// # Errors
    /// If a file is not found because the campaign began in another folder.
    pub fn changed_program_files(&self) -> Result<Vec<PathBuf>> {
        let subject = self.state.spec.subject();
        let (Some(found), Some(recorded)) = (subject.program_files(), &self.state.began.program)
        else {
            return Ok(Vec::new());
        };
        let here = std::env::current_dir().unwrap_or_default().display().to_string();
        let changed = found.changed_since(recorded);
        let is_missing = |path: &&PathBuf| {
            subject.command().is_some_and(|program| !program.place(path).exists())
        };
        match (recorded.begun(), changed.iter().find(is_missing)) {
            (Some(began), Some(missing)) if began != here => Err(CampaignError::BadInput(format!(
                "{} is not found in the folder {here}: the campaign began in {began} - go on with it \
                 there, or set `working-folder` in [player.command]",
                missing.display()
            ))),
            _ => Ok(changed),
        }
    }
}

/// Plays the games of one candidate of a program again, of the last generation on record.
///
/// # Errors
/// [`CampaignError::Failed`] if they have other scores than on record, and those of the
/// games.
pub(super) fn recheck(campaign: &Campaign, session: &Session<'_>) -> Result<()> {
    let (state, spec) = (&campaign.state, &campaign.state.spec);
    let is_whole = !state.last_trials.is_empty();
    let trials = if is_whole { &state.last_trials } else { &state.open_trials };
    let is_repeatable = spec.subject().command().is_some_and(|program| program.deterministic);
    // Of a generation under way the partner may not be on record.
    if !is_repeatable || trials.is_empty() || spec.candidates_meet && !is_whole {
        return Ok(());
    }
    // Another one each time, since the record grows.
    let salt = state.games.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    let candidate = (salt % trials.len() as u64) as usize;
    let trial = &trials[candidate];
    let first = state.seeds - if is_whole { seeds_used(trials) } else { 0 };
    let weights: Vec<Vec<f64>> = trials.iter().map(|trial| trial.weights.clone()).collect();
    let games = trial.evaluation.games;
    let jobs = generation::jobs(spec, first, &weights, candidate..candidate + 1, games);
    session.play_stream(jobs.into_iter(), |_, games| {
        let found = Evaluation::of(&games.results);
        let scores =
            |found: &Evaluation| (found.mean_score.to_bits(), found.min_score, found.max_score);
        if !games.troubles.is_empty() || scores(&found) == scores(&trial.evaluation) {
            return Ok(());
        }
        Err(CampaignError::Failed(format!(
            "the program gives other scores than on record: candidate {} of generation {} \
             scored {} on average in {}, and {} in the same games played again - restore \
             the program, and what it calls; or run a new campaign",
            trial.candidate,
            trial.generation,
            trial.evaluation.mean_score,
            counted(trial.evaluation.games, "game"),
            found.mean_score
        )))
    })
}
