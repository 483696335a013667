//! Whether the program of a campaign is still the one that it was started with: by its files, and by the
//! games of a recorded candidate, since a wrapper may hide another one.

use std::path::PathBuf;

use super::open::Campaign;
use super::search::meetings::{meeting, partner};
use super::session::Session;
use crate::record::error::{CampaignError, Result};
use crate::statistics::Evaluation;
use tune2048_engine::game::{GameSeed, Stream};
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

/// Plays the games of one recorded candidate of a program again.
///
/// # Errors
/// [`CampaignError::Failed`] if they have other scores than on record, and those of the
/// games.
pub(super) fn recheck(campaign: &Campaign, session: &Session<'_>) -> Result<()> {
    let (state, spec) = (&campaign.state, &campaign.state.spec);
    let is_repeatable = spec.subject().command().is_some_and(|program| program.deterministic);
    if !is_repeatable || state.trials == 0 {
        return Ok(());
    }
    // Another one each time, since the record grows.
    let salt = state.games.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    let recorded = |number| campaign.recorder.folder.trial(state, number);
    let Some((trial, first)) = recorded(salt % state.trials)? else { return Ok(()) };
    let games = trial.evaluation.games;
    let job = if spec.candidates_meet {
        let candidate = trial.candidate as usize;
        let partner = partner(candidate, spec.population() as usize);
        // Of a generation under way the partner may not be on record.
        let partner = recorded(trial.trial - candidate as u64 + partner as u64)?;
        let Some((partner, _)) = partner else { return Ok(()) };
        meeting(spec, first, candidate, [&trial.weights, &partner.weights], games)
    } else {
        let seed = |place| GameSeed::new(spec.seed, Stream::Search, first + u64::from(place));
        spec.job(vec![trial.weights.clone()], (0..games).map(seed).collect())
    };
    session.play_stream(std::iter::once(job), |_, games| {
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
