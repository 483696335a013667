//! Generations of a fixed number of games; with a lag the next ones play before the last game of one is over.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::campaign::change::request;
use crate::campaign::context::EvaluationContext;
use crate::campaign::search::budget;
use crate::campaign::search::generation::GenerationRun;
use crate::campaign::{Campaign, CampaignError, Observer};
use crate::subject::{CandidateGames, Job};
use tune2048_optimizer::{OptimizerError, Proposal};

/// Generations that play.
struct Generations<'a> {
    campaign: &'a mut Campaign,
    context: &'a EvaluationContext<'a>,
    observer: &'a mut dyn Observer,
    games_per_candidate: u32,
    /// The first one that is not complete.
    generation: u32,
    /// It and those whose games were sent ahead.
    sent: VecDeque<Proposal>,
}

impl Campaign {
    /// Plays the rest of a generation, and those after it which its games do not change, up to the next one that may
    /// not begin yet.
    ///
    /// # Errors
    /// If a stop was requested, or the games cannot be recorded.
    pub(in crate::campaign) fn play_ahead(
        &mut self,
        proposal: Proposal,
        generation: u32,
        context: &EvaluationContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let games_per_candidate = self.games_per_candidate(generation);
        let (mut first, sent) = (Some(proposal), VecDeque::new());
        let (campaign, context) = (self, context);
        let generations =
            Generations { campaign, context, observer, games_per_candidate, generation, sent };
        let play = RefCell::new(generations);
        let jobs = std::iter::from_fn(|| {
            let mut play = play.borrow_mut();
            let next = first.take().or_else(|| play.next_ahead())?;
            Some(play.send(next))
        });
        context.play_stream(jobs, |_, games| play.borrow_mut().take(games))
    }

    /// The points of a generation that may begin while others play.
    fn points_ahead(
        &self,
        generation: u32,
        ahead: usize,
        context: &EvaluationContext<'_>,
    ) -> Option<Vec<Vec<f64>>> {
        let next = generation + ahead as u32;
        let spec = &self.active.spec;
        let recorded = self.journals.trials_from(generation).len();
        let left = (ahead + 1) * self.population() - recorded;
        let games = self.games() + left as u64 * u64::from(self.games_per_candidate(generation));
        let ends = budget::spent(&spec.budget, next, games, context.elapsed()).is_some();
        let may_change =
            self.active.next_begun_by(next).is_some() || request::is_waiting(&self.journals.folder);
        if ends || may_change { None } else { self.search.points_ahead(ahead) }
    }
}

impl Generations<'_> {
    fn next_ahead(&self) -> Option<Proposal> {
        // Where none plays, the campaign looks first what is next.
        let ahead = Some(self.sent.len()).filter(|&ahead| ahead > 0)?;
        let points = self.campaign.points_ahead(self.generation, ahead, self.context)?;
        Some(Proposal { points, distribution: None })
    }

    fn send(&mut self, proposal: Proposal) -> Job {
        let (ahead, games) = (self.sent.len() as u32, self.games_per_candidate);
        self.sent.push_back(proposal);
        let (run, _) = self.front();
        let recorded = if ahead == 0 { run.recorded() } else { 0 };
        let points = self.sent[ahead as usize].points[recorded..].to_vec();
        self.front().0.job(&points, ahead * games..(ahead + 1) * games)
    }

    /// The first generation that is not complete, with who is told of it.
    fn front(&mut self) -> (GenerationRun<'_>, &mut dyn Observer) {
        let run = GenerationRun {
            spec: &self.campaign.active.spec,
            journals: &mut self.campaign.journals,
            proposal: &self.sent[0],
            generation: self.generation,
            games_per_candidate: self.games_per_candidate,
            context: self.context,
        };
        (run, self.observer)
    }

    /// Records a candidate; the last one of a generation completes it.
    fn take(&mut self, games: CandidateGames) -> Result<ControlFlow<()>, CampaignError> {
        let (mut run, observer) = self.front();
        let is_last = run.record_next(games, observer)?;
        if is_last { self.complete() } else { Ok(ControlFlow::Continue(())) }
    }

    fn complete(&mut self) -> Result<ControlFlow<()>, CampaignError> {
        let (generation, games) = (self.generation, self.games_per_candidate);
        if let Some(complete) = self.sent.pop_front() {
            let context = self.context;
            self.campaign.end_generation(&complete, generation, games, context, self.observer)?;
        }
        self.context.check_failures()?;
        self.generation += 1;
        if let Some(next) = self.sent.front_mut() {
            next.distribution = match self.campaign.search.distribution() {
                // The games that were sent are not needed.
                Err(OptimizerError::Ended { .. }) => return Ok(ControlFlow::Break(())),
                found => found?,
            };
            self.campaign.begin_generation(self.generation, next.distribution.as_ref())?;
        }
        Ok(ControlFlow::Continue(()))
    }
}
