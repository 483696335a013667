//! The optimizer of a campaign, which learns the record generation by generation.

use std::fmt::Display;

use crate::campaign::search::meetings::fitness_of_meetings;
use crate::record::error::{CampaignError, Result};
use crate::record::score_anomaly;
use crate::record::{CampaignState, Change, Folder, GenerationSource, LOG, TRIALS, Trial};
use crate::space::{CampaignSpec, SearchRules};
use tune2048_engine::game::{GameSeed, Stream};
use tune2048_files::FileError;
use tune2048_optimizer::{
    Distribution, EvaluatedGeneration, OptimizerError, Proposal, Search, check_point,
};

/// An optimizer that has learned the generations before the next one.
#[derive(Debug)]
pub(crate) struct RunningSearch {
    pub(crate) optimizer: Search,
    /// The objective of a drawn game, where candidates play each other.
    meeting: Option<f64>,
}

impl RunningSearch {
    /// The optimizer of a search space, at the starting point or, of one that restarts, at a generation
    /// and its distribution. It knows which values there are.
    ///
    /// # Errors
    /// If the optimizer refuses a setting, or the distribution is not valid.
    pub(crate) fn begun(
        spec: &CampaignSpec,
        from: Option<(u32, &Distribution)>,
    ) -> Result<Self, OptimizerError> {
        let search = match from {
            None => spec.optimizer.start(spec.start_point(), spec.seed)?,
            Some((generation, distribution)) => {
                let generation = u64::from(generation);
                // No two searches of campaigns draw the same deviations.
                let seed = match spec.defaults.rules {
                    SearchRules::First => spec.seed.wrapping_add(generation + 1),
                    _ => GameSeed::new(spec.seed, Stream::Optimizer, generation).0,
                };
                spec.optimizer.restart(distribution, seed)?
            }
        };
        let optimizer = search.knowing(spec.coordinates());
        let meeting = spec.candidates_meet.then(|| spec.better.sign() * spec.even_score());
        Ok(Self { optimizer, meeting })
    }

    /// Learns from the trials of the next generation.
    ///
    /// # Errors
    /// If they are not those of this optimizer.
    pub(crate) fn learn(&mut self, trials: &[Trial]) -> Result<(), OptimizerError> {
        self.optimizer.learn(&self.evaluated(trials))
    }

    /// The distribution after a part of the next generation, with which the search ends.
    ///
    /// # Errors
    /// If nothing is left to propose.
    pub(crate) fn after_part(
        &self,
        trials: &[Trial],
    ) -> Result<Option<Distribution>, OptimizerError> {
        self.optimizer.after_part(&self.evaluated(trials))
    }

    fn evaluated(&self, trials: &[Trial]) -> EvaluatedGeneration {
        let objectives: Vec<f64> = trials.iter().map(|trial| trial.objective).collect();
        // Where all objectives are equal, the cost of leaving the ranges says nothing of the games.
        let is_tie = score_anomaly::is_tie(trials);
        let fitness = match self.meeting {
            Some(even) => {
                let met = fitness_of_meetings(&objectives, even).into_iter().zip(trials);
                met.map(|(fitness, trial)| fitness + trial.penalty()).collect()
            }
            None if is_tie => objectives.iter().map(|objective| -objective).collect(),
            None => trials.iter().map(|trial| trial.fitness).collect(),
        };
        let points = trials.iter().map(|trial| trial.point.clone()).collect();
        EvaluatedGeneration { points, fitness }
    }

    /// Follows the record, which must be what the optimizer has proposed.
    ///
    /// An optimizer is a pure function of its settings and the recorded generations. A difference
    /// means that the record is that of another campaign, or that the processor computes other bits
    /// than the one that recorded.
    ///
    /// # Errors
    /// The difference; the last line of the log is `line`.
    pub(crate) fn follow(
        &mut self,
        folder: &Folder,
        state: &CampaignState,
        change: Change,
        line: u64,
    ) -> Result<()> {
        match (change, &state.source) {
            (Change::GenerationEnded, _) => {
                let learned = self.learn(&state.last_trials);
                learned.map_err(|error| not_proposed(folder, state.generations - 1, error))
            }
            (Change::Drawn, Some(source)) => {
                let generation = source.generation;
                let replayed = self.optimizer.distribution();
                let replayed = replayed.map_err(|error| not_proposed(folder, generation, error))?;
                if replayed.as_ref() == Some(&source.distribution) {
                    return Ok(());
                }
                let problem = "the distribution is not that of the trials";
                Err(diverged(FileError::damaged(&folder.file(LOG), line as usize, problem)))
            }
            (Change::Restarted, Some(GenerationSource { generation, distribution, .. })) => {
                *self = Self::begun(&state.spec, Some((*generation, distribution)))?;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Checks the recorded points of the generation in progress.
    ///
    /// # Errors
    /// The first one that is not as proposed.
    pub(crate) fn check_points(
        folder: &Folder,
        state: &CampaignState,
        proposal: &Proposal,
    ) -> Result<()> {
        let generation = state.generations;
        state.open_trials.iter().zip(&proposal.points).try_for_each(|(trial, point)| {
            let place = (generation as usize, trial.candidate as usize);
            check_point(place, &trial.point, point)
                .map_err(|found| not_proposed(folder, generation, found))
        })
    }
}

/// The error of a recorded generation that is not one of this optimizer.
fn not_proposed(folder: &Folder, of: u32, mut found: OptimizerError) -> CampaignError {
    if let OptimizerError::Diverged { generation, .. } = &mut found {
        *generation = of as usize;
    }
    diverged(format!("{}: {found}", folder.file(TRIALS).display()))
}

fn diverged(found: impl Display) -> CampaignError {
    CampaignError::Failed(format!(
        "{found} - restore the files from a copy if one was changed or is that of another campaign; \
         otherwise start a new campaign, by [warm-start] if this one has a distribution"
    ))
}
