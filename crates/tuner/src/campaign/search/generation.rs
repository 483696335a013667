//! Playing one generation; recorded games are not played again.

use crate::campaign::{Campaign, CampaignError, EvaluationContext, Event, Observer};
use crate::record::Trial;
use tune2048_optimizer::Proposal;

impl Campaign {
    /// Plays the games of a generation that are not recorded; a candidate is recorded as soon as its
    /// games are over, then reported.
    ///
    /// # Errors
    /// If a stop was requested, or the games cannot be recorded.
    pub(crate) fn play_candidates(
        &mut self,
        proposal: &Proposal,
        generation: u32,
        games_per_candidate: u32,
        context: &EvaluationContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let (spec, journals) = (&self.active.spec, &mut self.journals);
        let recorded = journals.trials_from(generation).len();
        let points = &proposal.points[recorded..];
        let candidates = points.iter().map(|point| spec.decode(point).values).collect();
        let job = spec.job(candidates, journals.seeds(spec.seed, generation, games_per_candidate));
        context.play(job, |games| {
            let candidate = (recorded + games.candidate) as u32;
            journals.record_extras((generation, candidate), &games.extras)?;
            // A sync after each of a thousand games a second may take longer than the games.
            journals.trials.append_soon(Trial {
                trial: journals.trials.rows().len() as u64,
                generation,
                candidate,
                games_seconds: games.seconds,
                elapsed_seconds: context.elapsed().as_secs_f64(),
                ..spec.trial(&points[games.candidate], &games.results, None)
            })?;
            if let Some(trial) = journals.trials.last() {
                observer.observe(&Event::Trial(trial));
            }
            Ok(())
        })?;
        // The next distribution is never on the disk before what it follows from.
        Ok(journals.trials.sync()?)
    }
}
