//! Playing one generation; recorded games are not played again.

use crate::campaign::{Campaign, Event, GenerationReport, Result, Session};
use crate::record::Trial;
use tune2048_optimizer::Proposal;

impl Campaign {
    /// Plays the games of a generation that are not recorded; a candidate is recorded as soon as its
    /// games are over, then reported.
    ///
    /// # Errors
    /// If a stop was requested, or the games cannot be recorded.
    pub(crate) fn play_generation(
        &mut self,
        proposal: &Proposal,
        generation: u32,
        session: &Session<'_>,
    ) -> Result<()> {
        let distribution = proposal.distribution.as_ref();
        self.journals.check_distribution(generation, distribution)?;
        self.journals.record_distribution(generation, distribution)?;
        let games_per_candidate = self.games_per_candidate(generation);
        let (spec, journals) = (&self.spec, &mut self.journals);
        let recorded = journals.trials_from(generation).len();
        let points = &proposal.points[recorded..];
        let candidates = points.iter().map(|point| spec.decode(point).values).collect();
        let job = spec.job(candidates, journals.seeds(spec.seed, generation, games_per_candidate));
        session.play(job, |games| {
            let candidate = (recorded + games.candidate) as u32;
            journals.record_extras((generation, candidate), &games.extras)?;
            // A sync after each of a thousand games a second may take longer than the games.
            journals.trials.append_soon(Trial {
                trial: journals.trials.rows().len() as u64,
                generation,
                candidate,
                games_seconds: games.seconds,
                elapsed_seconds: session.elapsed().as_secs_f64(),
                ..spec.trial(&points[games.candidate], &games.results, None)
            })?;
            if let Some(trial) = journals.trials.last() {
                session.observe(&Event::Trial(trial));
            }
            Ok(())
        })?;
        // The next distribution is never on the disk before what it follows from.
        journals.trials.sync()?;
        if proposal.points.len() < self.population() {
            // The search ends with this part of a generation.
            return Ok(());
        }
        self.catch_up(generation + 1)?;
        session.observe(&Event::Generation(&GenerationReport {
            generation,
            spec: &self.spec,
            trials: self.journals.trials_of(generation),
            distribution,
            games_per_candidate,
            reliability: self.search.ranking.reliability(),
            games: self.games(),
            elapsed: session.elapsed(),
        }));
        Ok(())
    }
}
