//! From one stage of a campaign to the next.
//!
//! Where the optimizer begins anew it takes along what it has learnt: one with
//! a distribution the distribution, said in the new coordinates; a particle
//! swarm one particle at the front runner; random search nothing. At another
//! player's hands other weights may be best, so that the distribution becomes
//! twice as wide.

use super::search::Search;
use super::spec_history::{SpecHistory, SpecStage};
use super::{Campaign, CampaignError, finalists};
use crate::checkpoint::folder::{CHANGES, TRIALS};
use crate::checkpoint::{CheckpointError, DistributionRow};
use crate::spec::{CampaignSpec, Effect, WarmStart};
use tune2048_engine::heuristic::Weights;
use tune2048_optimizer::{Distribution, OptimizerError};

impl Campaign {
    /// Enters the stages that begin by this generation; it must not be begun.
    pub(super) fn begin_stages(&mut self, generation: u32) -> Result<(), CampaignError> {
        while let Some(next) = self.stages.get(self.stage + 1)
            && next.first_generation <= generation
        {
            let next = next.clone();
            if next.begins_anew() {
                self.begin_anew(&next)?;
            }
            self.stage += 1;
            self.enter_stage()?;
        }
        Ok(())
    }

    /// Starts the optimizer of a stage with what the one before has learnt.
    fn begin_anew(&mut self, stage: &SpecStage) -> Result<(), CampaignError> {
        if !stage.space.optimizer.has_distribution() {
            self.search = Search::anew(stage, self.front_runner_before(stage))?;
            return Ok(());
        }
        let generation = stage.first_generation;
        let learnt = match self.search.propose(&self.trials, generation) {
            Ok(proposal) => {
                self.restore_distributions(&proposal, generation)?;
                proposal.distribution
            }
            // What it ended with is on record.
            Err(OptimizerError::Ended { .. }) => None,
            Err(error @ OptimizerError::Diverged { .. }) => {
                return Err(self.diverged(TRIALS, error));
            }
            Err(error) => return Err(error.into()),
        };
        let last = || {
            self.distributions
                .last()
                .map(|row| row.distribution.clone())
        };
        let Some(learnt) = learnt.or_else(last) else {
            let path = self.folder.path().to_owned();
            return Err(CampaignError::NoDistribution { path });
        };
        let row = DistributionRow {
            generation,
            restarted: true,
            distribution: self.carried_over(&self.space, &learnt, stage)?,
        };
        self.search = Search::restarted(&stage.space, &row)?;
        self.distribution_log.tune(&stage.space.coordinate_names());
        self.distribution_log.append(&row)?;
        self.distributions.push(row);
        Ok(())
    }

    /// A distribution said in the coordinates of a stage.
    pub(super) fn carried_over(
        &self,
        from: &CampaignSpec,
        learnt: &Distribution,
        stage: &SpecStage,
    ) -> Result<Distribution, CampaignError> {
        let widening = match stage.effect() {
            Effect::OtherPlayer => WarmStart::DISCOUNT,
            _ => 1.0,
        };
        let taken = stage.space.transfer(from, learnt, widening);
        let mut taken = taken.map_err(|cause| {
            let path = self.folder.file(CHANGES);
            CheckpointError::damaged(&path, 2, cause.to_string())
        })?;
        // The step size is what people watch: it goes on from where it was.
        let step_size = widening * learnt.step_size;
        let ratio = taken.step_size / step_size;
        for entry in taken.covariance.iter_mut().flatten() {
            *entry *= ratio * ratio;
        }
        taken.step_size = step_size;
        Ok(taken)
    }

    /// Makes what the stage says hold. What limits the search and what follows
    /// on it is that of the last stage, for it changes no generation.
    pub(super) fn enter_stage(&mut self) -> Result<(), CampaignError> {
        let stage = self.stages.get(self.stage).expect("stages only grow");
        let latest = self.stages.latest();
        let mut space = stage.space.clone();
        space.budget = latest.budget;
        space.selection = latest.selection;
        space.validation_games = latest.validation_games;
        self.space = space;
        let names = self.space.coordinate_names();
        self.log.tune(&names);
        self.distribution_log.tune(&names);
        let next = self.trials.last().map_or(0, |trial| trial.generation + 1);
        self.drop_rounds_from(next + 1)
    }

    /// The weights that a stage without a distribution begins with.
    pub(super) fn front_runner_before(&self, stage: &SpecStage) -> Option<Weights> {
        finalists::front_runner(&self.stages, &self.trials, stage.first_generation)
    }

    /// The weights that the search started from, before all changes.
    pub fn start_weights(&self) -> Weights {
        self.stages.first().start_weights()
    }

    /// The weights that the last change which made the optimizer begin anew has carried over.
    pub(super) fn carried_weights(&self) -> Option<Weights> {
        let stage = self.stages.last_anew(self.stage)?;
        if !self.space.optimizer.has_distribution() {
            let found = self.front_runner_before(stage)?;
            return Some(stage.space.decode(&stage.space.encode(&found)));
        }
        let is_it =
            |row: &&DistributionRow| row.restarted && row.generation == stage.first_generation;
        let row = self.distributions.iter().find(is_it)?;
        Some(stage.space.decode(&row.distribution.mean))
    }

    /// What is to be said of changes where results are told, if there were any.
    pub fn changes_note(&self) -> Option<String> {
        note(&self.stages, self.first_open_generation())
    }
}

/// A sentence on the changes of a campaign that has come so far, and on what they leave comparable.
pub(super) fn note(stages: &SpecHistory, generations: u32) -> Option<String> {
    let count = stages.changes.len();
    let last = stages.changes.last()?;
    let (plural, generation) = (if count == 1 { "" } else { "s" }, last.generation);
    let mut text = format!("{count} change{plural}, the last from generation {generation} on");
    let players = |stage: &SpecStage| stage.space.player;
    let now = stages.space(generations);
    let other: Vec<String> = stages
        .spans()
        .filter(|(stage, _)| stage.first_generation < generations && players(stage) != now.player)
        .map(
            |(stage, end)| match end.min(generations) - stage.first_generation {
                1 => stage.first_generation.to_string(),
                _ => format!("{} to {}", stage.first_generation, end.min(generations) - 1),
            },
        )
        .collect();
    if !other.is_empty() {
        text.push_str(&format!(
            "; another player played generation {}: its scores are not compared with these, and \
             no candidate of it takes part in the final race",
            other.join(", ")
        ));
    }
    Some(text)
}
