//! The optimizer of a campaign, which learns the record generation by generation.
//!
//! With `opponent = "self"` candidates play each other: 0 and 1 of a generation meet, 2 and 3, and so on, a point and
//! its mirror image, where the optimizer proposes such pairs. Two that differ in both directions tell twice as much of a
//! direction as one against the start. Each plays games of its own, so that both see other openings.

use std::fmt::Display;

use crate::record::{
    CampaignError, CampaignState, Change, Folder, LOG, Result, TRIALS, Trial, is_tie,
};
use crate::space::{CampaignSpec, SearchRules};
use crate::subject::Job;
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
        let is_tie = is_tie(trials);
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
            (Change::Drawn, Some(source)) if source.is_restart => {
                let from = (source.generation, &source.distribution);
                *self = Self::begun(&state.spec, Some(from))?;
                Ok(())
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

/// The candidate that another one of a generation of this size meets.
fn partner(candidate: usize, population: usize) -> usize {
    // The last one of an odd number meets the first.
    if candidate ^ 1 < population { candidate ^ 1 } else { 0 }
}

/// The games of a candidate against its partner, given the weights of the generation. Earlier generations have had `seeds`
/// games of each candidate.
pub(crate) fn meeting(
    spec: &CampaignSpec,
    seeds: u64,
    weights: &[Vec<f64>],
    candidate: usize,
    games: u32,
) -> Job {
    let of = |candidate: usize| spec.subject().with_values(weights[candidate].clone());
    let first = seeds * u64::from(spec.population()) + candidate as u64 * u64::from(games);
    let seed = |place| GameSeed::new(spec.seed, Stream::Search, first + u64::from(place));
    let other = of(partner(candidate, weights.len()));
    Job::of(&of(candidate).against(&other), (0..games).map(seed).collect())
}

/// The fitness of candidates that met, from their objectives: half of what each scored less than its partner. `even` is the
/// objective of a drawn game, which a partner has that did not play.
fn fitness_of_meetings(objectives: &[f64], even: f64) -> Vec<f64> {
    let count = objectives.len();
    let other = |candidate: usize| objectives.get(candidate ^ 1).copied().unwrap_or(even);
    (0..count).map(|candidate| (other(candidate) - objectives[candidate]) / 2.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_meet_and_their_fitness_is_opposite() {
        assert_eq!([0, 1, 2, 3, 4].map(|candidate| partner(candidate, 5)), [1, 0, 3, 2, 0]);
        assert_eq!(fitness_of_meetings(&[0.75, 0.5, 1.0], 0.5), [-0.125, 0.125, -0.25]);
    }
}
