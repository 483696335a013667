//! The restarts of an optimizer during a campaign.
//!
//! An optimizer restarts with a change of the search space, from a wider
//! distribution if its ranking is noise, from what another campaign has
//! learnt, and where a processor cannot replay the record. With a change, an
//! optimizer that has a distribution takes it along in the new coordinates;
//! others take what [`CarriedOver`](tune2048_optimizer::CarriedOver) says.
//! For another player other weights may be best, so that the
//! distribution becomes twice as wide.

use crate::campaign::change::spec_history::{SpecStage, consequence};
use crate::campaign::{ActiveSpec, Campaign, CampaignError, Event, RankedSearch, Result, Session};
use crate::record::{CHANGES, DistributionRow, next_generation};
use crate::space::{CampaignSpec, Consequence, WarmStart};
use crate::subject::Configuration;
use tune2048_optimizer::{Distribution, OptimizerError, Proposal, boundary};

/// The factor of the step size when a search restarts because its ranking is noise.
const WIDER: f64 = 2.0;

impl Campaign {
    /// Enters the stages that start by this generation, of which no game may be recorded.
    pub(crate) fn enter_stages(&mut self, generation: u32) -> Result<()> {
        while let Some(next) = self.active.next_begun_by(generation) {
            let next = next.clone();
            if next.restarts() {
                self.restart_with(&next)?;
            }
            self.enter_stage(self.active.stage + 1);
        }
        Ok(())
    }

    /// Makes the search space of a stage the present one.
    pub(crate) fn enter_stage(&mut self, stage: usize) {
        self.active = ActiveSpec::at(self.active.history.clone(), stage);
        self.journals.tune(&self.active.spec.coordinate_names());
    }

    /// Restarts the optimizer with a stage, from what it has learnt before.
    fn restart_with(&mut self, stage: &SpecStage) -> Result<()> {
        if !stage.spec.optimizer.has_distribution() {
            self.begin(RankedSearch::of_stage(stage, self.front_runner_before(stage))?);
            return Ok(());
        }
        let generation = stage.first_generation;
        let learnt = match self.propose(generation) {
            Ok(proposal) => proposal.distribution,
            // The distribution that the optimizer ended with is on record.
            Err(CampaignError::Optimizer(OptimizerError::Ended { .. })) => None,
            Err(error) => return Err(error),
        };
        let Some(learnt) = learnt.or_else(|| self.last_distribution().cloned()) else {
            return Err(CampaignError::no_distribution(self.folder()));
        };
        let distribution = self.carry_over(&self.active.spec, &learnt, stage)?;
        self.journals.distributions.layout.tune(&stage.spec.coordinate_names());
        self.restart_from(&stage.spec.clone(), generation, distribution)
    }

    /// Takes up a search that has learned nothing of the record yet.
    pub(crate) fn begin(&mut self, search: RankedSearch) {
        self.search = search.tolerating(self.journals.tolerance());
    }

    /// Restarts the optimizer of a search space from a distribution, and records it.
    ///
    /// # Errors
    /// If the distribution is not valid or cannot be recorded.
    pub(crate) fn restart_from(
        &mut self,
        spec: &CampaignSpec,
        generation: u32,
        distribution: Distribution,
    ) -> Result<()> {
        let row = DistributionRow { generation, restarted: true, distribution };
        self.begin(RankedSearch::restarted(spec, generation, &row.distribution)?);
        // A process that was killed here may have left the row already.
        if self.journals.distributions.last() != Some(&row) {
            self.journals.distributions.append(row)?;
        }
        Ok(())
    }

    /// Restarts the optimizer from its mean, with a larger step size.
    ///
    /// # Errors
    /// If the distribution cannot be recorded.
    pub(crate) fn restart_wider(
        &mut self,
        proposal: &Proposal,
        generation: u32,
        session: &Session<'_>,
    ) -> Result<()> {
        let last = proposal.distribution.as_ref();
        let last = last.expect("only an optimizer with a distribution may restart");
        let wider = Distribution {
            mean: boundary::clamp(&last.mean),
            step_size: WIDER * last.step_size,
            covariance: last.covariance.clone(),
        };
        let step_size = wider.step_size;
        self.restart_from(&self.active.spec.clone(), generation, wider)?;
        session.observe(&Event::RestartedWider { generation, step_size });
        Ok(())
    }

    /// Restarts the optimizer from the last recorded distribution, where the
    /// present processor cannot replay the record bit for bit.
    ///
    /// A generation that has recorded candidates stays as it is, and the next
    /// one is drawn from the same distribution.
    ///
    /// # Errors
    /// If no distribution is recorded, or the restart cannot be recorded.
    pub fn restart_from_distribution(&mut self) -> Result<()> {
        let Some(last) = self.journals.distributions.last().cloned() else {
            return Err(CampaignError::no_distribution(self.folder()));
        };
        let generation = next_generation(self.journals.trials.rows());
        let history = &self.active.history;
        let place = history.place(generation);
        // A change after the last distribution cannot be replayed either.
        let distribution = match history.last_restart(place) {
            Some(stage) if stage.first_generation > last.generation => {
                let from = history.spec(last.generation);
                self.carry_over(from, &last.distribution, stage)?
            }
            _ => last.distribution,
        };
        if place > self.active.stage {
            self.enter_stage(place);
        }
        let row = DistributionRow { generation, restarted: true, distribution };
        self.begin(RankedSearch::restarted(&self.active.spec, generation, &row.distribution)?);
        Ok(self.journals.distributions.append(row)?)
    }

    /// A distribution in the coordinates of a stage.
    fn carry_over(
        &self,
        from: &CampaignSpec,
        learnt: &Distribution,
        stage: &SpecStage,
    ) -> Result<Distribution> {
        let widening = match consequence(&stage.differences) {
            Consequence::OtherPlayer => WarmStart::DISCOUNT,
            _ => 1.0,
        };
        let taken = stage.spec.transfer(from, learnt, widening);
        let mut taken = taken.map_err(|cause| self.journals.folder.damaged(CHANGES, 0, cause))?;
        // Users follow the step size, so that it goes on from its last value.
        let step_size = widening * learnt.step_size;
        let ratio = taken.step_size / step_size;
        taken.covariance = taken.covariance.scaled(ratio * ratio);
        taken.step_size = step_size;
        Ok(taken)
    }

    /// The weights that the last change with a restart has carried over.
    pub(crate) fn carried_weights(&self) -> Option<Configuration> {
        let stage = self.active.history.last_restart(self.active.stage)?;
        if !self.active.spec.optimizer.has_distribution() {
            let found = self.front_runner_before(stage)?;
            return Some(stage.spec.decode(&stage.spec.encode(&found)));
        }
        let is_it =
            |row: &&DistributionRow| row.restarted && row.generation == stage.first_generation;
        let row = self.journals.distributions.rows().iter().find(is_it)?;
        Some(stage.spec.decode(&row.distribution.mean))
    }

    /// The weights that a stage whose optimizer has no distribution starts from.
    fn front_runner_before(&self, stage: &SpecStage) -> Option<Configuration> {
        let trials = self.journals.trials.rows();
        self.active.history.front_runner(trials, stage.first_generation)
    }
}
