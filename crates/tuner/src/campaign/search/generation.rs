//! Playing one generation; recorded games are not played again.

use crate::campaign::{CampaignError, EvaluationContext, Event, Journals, Observer};
use crate::record::Trial;
use crate::space::CampaignSpec;
use crate::subject::{CandidateGames, Job};
use tune2048_optimizer::Proposal;

/// A generation to play.
pub(crate) struct GenerationRun<'a> {
    pub(crate) spec: &'a CampaignSpec,
    pub(crate) journals: &'a mut Journals,
    pub(crate) proposal: &'a Proposal,
    pub(crate) generation: u32,
    pub(crate) games_per_candidate: u32,
    pub(crate) context: &'a EvaluationContext<'a>,
}

impl GenerationRun<'_> {
    /// Plays the games that are not recorded; a candidate is recorded as soon as its games are over.
    ///
    /// # Errors
    /// If a stop was requested, or the games cannot be recorded.
    pub(crate) fn play(mut self, observer: &mut dyn Observer) -> Result<(), CampaignError> {
        let recorded = self.recorded();
        let job = self.job(&self.proposal.points[recorded..]);
        let context = self.context;
        context.play(job, |games| {
            let played = CandidateGames { candidate: recorded + games.candidate, ..games };
            let place = (self.generation, played.candidate as u32);
            self.journals.record_extras(place, &played.extras)?;
            self.record(&played, observer)
        })?;
        // The next distribution is never on the disk before what it follows from.
        Ok(self.journals.trials.sync()?)
    }

    /// Appends the trial of a candidate to the journal, then reports it. A sync after each of a
    /// thousand games a second may take longer than the games.
    fn record(
        &mut self,
        played: &CandidateGames,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let point = &self.proposal.points[played.candidate];
        let trial = Trial {
            trial: self.journals.trials.rows().len() as u64,
            generation: self.generation,
            candidate: played.candidate as u32,
            games_seconds: played.seconds,
            elapsed_seconds: self.context.elapsed().as_secs_f64(),
            ..self.spec.trial(point, &played.results, None)
        };
        self.journals.trials.append_soon(trial)?;
        if let Some(trial) = self.journals.trials.last() {
            observer.observe(&Event::Trial(trial));
        }
        Ok(())
    }

    /// The number of recorded candidates.
    fn recorded(&self) -> usize {
        self.journals.trials_from(self.generation).len()
    }

    /// The games of points.
    fn job(&self, points: &[Vec<f64>]) -> Job {
        let candidates = points.iter().map(|point| self.spec.decode(point).values).collect();
        let seeds = self.journals.seeds(self.spec.seed, self.generation, self.games_per_candidate);
        self.spec.job(candidates, seeds)
    }
}
