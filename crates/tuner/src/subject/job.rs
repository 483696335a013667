//! Jobs: which candidates play which seeds.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tune2048_engine::evaluate::Opening;
use tune2048_engine::{Batch, EvaluateError, GameResult, GameSeed};

use super::{Configuration, Subject};

/// Games of a subject: every candidate plays every seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Who plays.
    pub subject: Arc<Subject>,
    /// The values of the subject's parameters for each candidate.
    pub candidates: Vec<Vec<f64>>,
    /// The seeds of the games that each candidate plays.
    pub seeds: Vec<GameSeed>,
    /// The part of each game that is played before the candidates take over. Results count what
    /// comes after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beginning: Option<Opening>,
    /// What a program must report of each game.
    #[serde(default)]
    pub needs: RequiredMetrics,
}

/// The numbers beside the score that the objective of a campaign needs of each game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequiredMetrics {
    /// Whether `maximize = "tile-share"` needs the largest tile.
    pub tile: bool,
    /// Whether `cost-per-move` needs the moves and the nodes.
    pub cost: bool,
}

impl RequiredMetrics {
    /// What to do about a number that is missing.
    pub const ADVICE: &'static str = "let it be reported, or choose another objective";

    /// Refuses a game that lacks a number.
    ///
    /// # Errors
    /// The setting that needs it, and its name.
    pub fn check(self, game: &GameResult) -> Result<(), String> {
        let needed = [
            (self.tile, "maximize = \"tile-share\"", "largest_tile", game.largest_tile.into()),
            (self.cost, "cost-per-move", "moves", game.moves.into()),
            (self.cost, "cost-per-move", "nodes", game.nodes),
        ];
        match needed.into_iter().find(|(is_needed, .., found)| *is_needed && *found == 0) {
            None => Ok(()),
            Some((_, setting, number, _)) => Err(format!(
                "`{setting}` in [objective] needs the number `{number}` of every game, found none \
                 above 0"
            )),
        }
    }
}

impl Job {
    /// Whole games of a subject.
    pub fn new(subject: Arc<Subject>, candidates: Vec<Vec<f64>>, seeds: Vec<GameSeed>) -> Self {
        Self { subject, candidates, seeds, beginning: None, needs: RequiredMetrics::default() }
    }

    /// The games of one configuration.
    pub fn of(configuration: &Configuration, seeds: Vec<GameSeed>) -> Self {
        Self::new(Arc::clone(&configuration.subject), vec![configuration.values.clone()], seeds)
    }

    /// A candidate with its subject.
    pub fn candidate(&self, index: usize) -> Configuration {
        self.subject.with_values(self.candidates[index].clone())
    }

    /// Checks that the games can be played: that each candidate has a finite value of every
    /// parameter, and each setting is in its range.
    ///
    /// # Errors
    /// [`EvaluateError::Settings`] for the first setting out of its range,
    /// [`EvaluateError::Failed`] for values that are none of the subject's.
    pub fn check(&self) -> Result<(), EvaluateError> {
        self.subject.check()?;
        if let Some(beginning) = &self.beginning {
            beginning.player.settings.check()?;
        }
        let expected = self.subject.parameters().len();
        for (index, values) in self.candidates.iter().enumerate() {
            let found = values.iter().filter(|value| value.is_finite()).count();
            if (found, values.len()) != (expected, expected) {
                return Err(EvaluateError::Failed(format!(
                    "candidate {index} of the job has {found} finite values of {}, expected \
                     {expected} - install the same build on all machines",
                    values.len()
                )));
            }
            self.candidate(index).resolved().subject.check()?;
        }
        Ok(())
    }

    /// The games for the engine.
    ///
    /// # Errors
    /// [`EvaluateError::Failed`] if a program plays.
    pub(super) fn batch(&self) -> Result<Batch, EvaluateError> {
        let candidates = 0..self.candidates.len();
        let players = candidates.map(|index| self.candidate(index).board_player());
        let players = players.collect::<Option<_>>().ok_or_else(|| {
            EvaluateError::Failed(format!(
                "the games of `{}` are played by that program - give the job to an evaluator that \
                 starts it",
                self.subject
            ))
        })?;
        Ok(Batch { players, seeds: self.seeds.clone(), beginning: self.beginning.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::Preset;

    #[test]
    fn jobs_have_a_finite_value_of_every_parameter() {
        let job = Job::of(&Configuration::of_preset(&Preset::ALL[0]), vec![GameSeed(1)]);
        assert_eq!(job.check(), Ok(()));
        let mut others = [job.clone(), job.clone(), job];
        others[0].candidates[0].truncate(1);
        others[1].candidates[0].push(1.0);
        others[2].candidates[0][0] = f64::NAN;
        for job in others {
            assert!(matches!(job.check(), Err(EvaluateError::Failed(_))), "{job:?}");
        }
    }
}
