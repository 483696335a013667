//! A recorded candidate plays again when a campaign goes on: a program that has changed behind a
//! wrapper is another one.

use crate::campaign::{Campaign, CampaignError, EvaluationContext};
use crate::statistics::scores::Evaluation;

impl Campaign {
    /// Plays the games of one recorded candidate of a program again.
    ///
    /// # Errors
    /// [`CampaignError::Failed`] if they have other scores than on record, and those of the
    /// games.
    pub(crate) fn recheck(&self, context: &EvaluationContext<'_>) -> Result<(), CampaignError> {
        let (spec, trials) = (&self.active.spec, self.journals.trials.rows());
        let plays = |generation| self.active.history.spec(generation).subject() == spec.subject();
        let is_repeatable = spec.subject().command().is_some_and(|program| program.deterministic);
        let candidates: Vec<_> = trials.iter().filter(|trial| plays(trial.generation)).collect();
        if !is_repeatable || candidates.is_empty() {
            return Ok(());
        }
        // Another one each time, since the record grows.
        let salt = self.journals.games().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let trial = candidates[salt as usize % candidates.len()];
        let places = 0..trial.evaluation.games;
        let seeds = self.journals.seeds(spec.seed, trial.generation, places);
        context.play(spec.job(vec![trial.weights.clone()], seeds), |games| {
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
