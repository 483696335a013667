//! Answers of a campaign's state: its weights, its scores and its games.

use super::runners::{self, Runner};
use super::{CampaignState, Failures, games_dealt};
use crate::subject::Configuration;
use crate::weights::Evidence;
use tune2048_engine::game::Stream;

impl CampaignState {
    /// The weights that the search started from.
    pub fn start_weights(&self) -> Configuration {
        self.spec.start_weights()
    }

    /// The evidence of the last validation that came to its end.
    pub fn evidence(&self) -> Option<&Evidence> {
        self.outcome.as_ref().map(|outcome| &outcome.evidence)
    }

    /// The weights that the campaign found, proven better or not.
    pub fn recommended(&self) -> Option<&Configuration> {
        self.outcome.as_ref().map(|outcome| &outcome.recommended)
    }

    /// The generations that were played: once the search is over, also a last one for which the budget had
    /// fewer games.
    pub fn generations_played(&self) -> u32 {
        let is_over = self.outcome.is_some() || !self.finals.finalists.is_empty();
        self.generations + u32::from(is_over && !self.open_trials.is_empty())
    }

    /// The games per candidate of the last complete generation.
    pub fn games_per_candidate(&self) -> Option<u32> {
        (!self.last_trials.is_empty()).then(|| games_dealt(&self.last_trials))
    }

    /// Whether no game is recorded.
    pub fn is_unplayed(&self) -> bool {
        self.games == 0 && self.finals.finalists.is_empty()
    }

    /// The candidates with the highest shrinkage estimates, best first, each with other weights.
    pub(crate) fn front_runners(&self) -> Vec<Runner> {
        let mut runners = self.runners.clone();
        runners::add(&mut runners, &self.spec, &self.open_trials);
        runners
    }

    /// The best weights by present knowledge: the mean of the last recorded distribution, without
    /// distributions the front runner, without trials the starting weights.
    pub fn guess(&self) -> Configuration {
        if let Some(source) = &self.source {
            return self.spec.decode(&source.distribution.mean);
        }
        let best = self.front_runners().into_iter().next();
        best.map_or_else(
            || self.start_weights(),
            |runner| self.spec.subject().with_values(runner.weights),
        )
    }

    /// The number of generations that [`Self::guess`] has learned from.
    pub fn guess_generations(&self) -> u32 {
        self.source.as_ref().map_or(self.generations, |source| source.generation)
    }

    /// What speaks against the scores so far, in sentences.
    pub fn doubts(&self, failures: &Failures) -> Vec<String> {
        match self.outcome.as_ref().filter(|_| self.finished) {
            Some(outcome) => outcome.evidence.doubts.clone(),
            None => self.doubts_of_search(Some(failures)),
        }
    }

    /// What speaks against the scores: games that failed, and scores that no sound program has.
    pub(crate) fn doubts_of_search(&self, failures: Option<&Failures>) -> Vec<String> {
        let failures = failures.and_then(|found| found.sentence(self.spec.failure_score()));
        let anomaly = self.seen_scores.anomaly().map(|anomaly| anomaly.sentence());
        failures.into_iter().chain(anomaly).collect()
    }

    /// The number of all recorded games.
    pub fn all_games(&self) -> u64 {
        let after = [Stream::Selection, Stream::Validation].map(|of| self.finals.count(of));
        self.games + after.iter().sum::<u64>()
    }
}
