//! A valid campaign, and what it says.

use std::sync::Arc;

use indexmap::IndexMap;

use super::{
    Budget, GamesPerCandidate, Objective, PilotSettings, RecordedDefaults, SearchSpace, Selection,
    Validation, WarmStart, final_games,
};
use crate::statistics::{Better, Effect};
use crate::subject::{Configuration, PlayerTable, Subject};
use tune2048_engine::evaluate::Beginning;
use tune2048_optimizer::Optimizer;

/// A valid campaign: what to tune, how to play, what to maximise, how much to spend.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignSpec {
    /// The name of the campaign and of the folder of its results.
    pub name: String,
    /// The seed of all random numbers, at most `i64::MAX`.
    pub seed: u64,
    /// The statistic that is tuned.
    pub objective: Objective,
    /// Which scores are better.
    pub better: Better,
    /// How the mean scores of two candidates are compared.
    pub effect: Effect,
    /// The cost of a move, in boards, up to which a candidate counts in full.
    pub cost_per_move: Option<f64>,
    /// The part of each game of the search that the starting weights play.
    pub beginning: Option<Beginning>,
    /// The number of games of each candidate.
    pub games_per_candidate: GamesPerCandidate,
    /// The optimizer, which proposes candidates.
    pub optimizer: Optimizer,
    /// The campaign from whose last distribution the search starts.
    pub warm_start: Option<WarmStart>,
    /// When the search ends.
    pub budget: Budget,
    /// The games of the whole campaign, if the file limits them.
    pub bill: Option<u64>,
    /// The games before the search.
    pub pilot: PilotSettings,
    /// The final race, which decides which weights are recommended.
    pub selection: Selection,
    /// The final measurement of the winner and of the starting weights.
    pub validation: Validation,
    pub(super) search_space: SearchSpace,
    pub(super) settings: IndexMap<String, String>,
    /// What fills the settings that the file leaves out.
    pub(crate) defaults: RecordedDefaults,
    /// The settings of race and validation that it leaves open.
    pub(super) left_open: Vec<&'static str>,
}

impl CampaignSpec {
    /// Whether the file leaves a setting of race or validation open.
    pub(crate) fn leaves_open(&self, setting: &str) -> bool {
        self.left_open.contains(&setting)
    }

    /// Returns who plays, and has the parameters that are tuned.
    pub fn subject(&self) -> &Arc<Subject> {
        &self.search_space.start.subject
    }

    /// Whether all candidates play against the starting weights.
    pub fn is_match(&self) -> bool {
        let opponent = self.subject().command().and_then(|command| command.opponent.as_ref());
        opponent.is_some_and(|opponent| *opponent == self.start_weights().as_opponent())
    }

    /// Returns what all candidates have in common of the player: its identity, with the settings
    /// that are tuned at their defaults.
    pub fn untuned_player(&self) -> PlayerTable {
        let defaults = Configuration::defaults(Arc::clone(self.subject()));
        defaults.identity().subject.player_table()
    }

    /// Returns the number of coordinates of a point.
    pub fn dimensions(&self) -> usize {
        self.search_space.dimensions()
    }

    /// Returns the starting weights, exactly as the file gives them.
    pub fn start_weights(&self) -> Configuration {
        self.search_space.start.clone()
    }

    /// Returns the point of the unit cube from which the search starts.
    pub fn start_point(&self) -> Vec<f64> {
        self.search_space.encode(&self.search_space.start)
    }

    /// Returns the same campaign with another starting point.
    ///
    /// # Panics
    /// If `point` does not have [`CampaignSpec::dimensions`] coordinates.
    #[must_use]
    pub fn starting_at(&self, point: &[f64]) -> Self {
        let mut spec = self.clone();
        spec.search_space.start = self.decode(point);
        spec
    }

    /// Returns the weights at a point, whose coordinates are clamped to [0, 1].
    /// The entries of a matrix in an ordered layout have the sum 1.
    ///
    /// # Panics
    /// If `point` does not have [`CampaignSpec::dimensions`] coordinates.
    pub fn decode(&self, point: &[f64]) -> Configuration {
        self.search_space.decoded(&self.search_space.played(point))
    }

    /// Returns the point that decodes to some weights, or to the nearest weights within the ranges.
    ///
    /// # Panics
    /// If the weights are those of other parameters.
    pub fn encode(&self, weights: &Configuration) -> Vec<f64> {
        assert!(weights.subject.has_parameters_of(self.subject()));
        self.search_space.encode(weights)
    }

    /// Returns the number of candidates of a generation.
    pub fn population(&self) -> u32 {
        self.optimizer.population(self.dimensions())
    }

    /// Returns the fewest and the most games that the search plays; `None` if only minutes limit it.
    pub fn search_games(&self) -> Option<(u64, u64)> {
        final_games::search_games(&self.budget, self.population(), &self.games_per_candidate)
    }

    /// Returns the budget as the file has it.
    pub fn given_budget(&self) -> Budget {
        Budget { games: self.bill.or(self.budget.games), ..self.budget }
    }

    /// Returns the number of games after the search: of the race and of the validation.
    pub fn games_after_search(&self) -> u64 {
        u64::from(self.selection.games) + self.validation.all_games()
    }

    /// Returns every setting by its path in the file, including defaults.
    pub fn settings(&self) -> &IndexMap<String, String> {
        &self.settings
    }
}
