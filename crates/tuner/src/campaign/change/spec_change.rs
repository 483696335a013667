//! Changes of a campaign's search space: which are possible, and what they mean.
//!
//! Possible changes are a larger budget, fixed weights, other ranges, more
//! games and another depth. A change applies from the next generation on of
//! which no game was played.

use std::path::Path;

use crate::campaign::change::spec_history::{SpecHistory, consequence};
use crate::campaign::{CampaignError, Result};
use crate::space::{CampaignSpec, Consequence, CoordinateRange, Difference, ValidationBaseline};
use crate::subject::Configuration;
use crate::weights::baselines;

/// A change of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The first generation that the change applies to.
    pub generation: u32,
    /// The differences, each with its consequence.
    pub differences: Vec<Difference>,
}

impl Change {
    /// The joint consequence of the differences.
    pub fn consequence(&self) -> Consequence {
        consequence(&self.differences)
    }

    /// The differences in words.
    pub fn settings(&self) -> String {
        self.differences.iter().map(Difference::step).collect::<Vec<_>>().join("; ")
    }
}

/// The state of a campaign that is about to change.
pub(crate) struct ChangeContext<'a> {
    pub(crate) history: &'a SpecHistory,
    /// The games of the pilot and of the search.
    pub(crate) games: u64,
    /// The next generation of which no game was played.
    pub(crate) next_generation: u32,
    pub(crate) elapsed_seconds: f64,
    /// The best weights by present knowledge.
    pub(crate) guess: Configuration,
}

impl ChangeContext<'_> {
    /// The change to another search space; `path` names it in messages.
    ///
    /// # Errors
    /// [`CampaignError::BadInput`] with every reason why the change is impossible.
    pub(crate) fn consider(&self, path: &Path, spec: &CampaignSpec) -> Result<Change> {
        let latest = self.history.latest();
        let differences = latest.differences(spec);
        let is_other = |found: &&Difference| found.consequence == Consequence::OtherCampaign;
        let others = differences.iter().filter(is_other).map(|difference| {
            format!(
                "{difference} - this is another campaign: give it another name and `tune2048 run` \
                 it; by [warm-start] cma-es takes along what this one has learnt"
            )
        });
        let mut reasons: Vec<String> = others.collect();
        // The checks below need the same heuristic.
        if reasons.is_empty() {
            reasons.extend(self.against_budget(spec, &differences));
            reasons.extend(self.against_weights(latest, spec));
            reasons.extend(self.against_baseline(latest, spec));
        }
        if !reasons.is_empty() {
            return Err(CampaignError::BadInput(format!(
                "{}: the campaign cannot go on like this:\n  {}",
                path.display(),
                reasons.join("\n  ")
            )));
        }
        Ok(Change { generation: self.first_generation(), differences })
    }

    /// The first generation that a change applies to: not before an earlier
    /// change, and at least 1, since generation 0 belongs to the first stage.
    fn first_generation(&self) -> u32 {
        let last = self.history.changes.last();
        let from = last.map_or(1, |change| change.generation);
        self.next_generation.max(from)
    }

    fn against_budget(&self, spec: &CampaignSpec, differences: &[Difference]) -> Vec<String> {
        let budget = spec.given_budget();
        let after = if spec.bill.is_some() { spec.games_after_search() } else { 0 };
        let spent_games = (self.games + after) as f64;
        let (generations, minutes) = (self.first_generation(), self.elapsed_seconds / 60.0);
        let validated = self.history.latest().validation.games;
        let is_lowered = |setting: &str| {
            let difference = differences.iter().find(|difference| difference.setting == setting);
            difference.is_some_and(|difference| !difference.needs_no_change)
        };
        let mut reasons = Vec::new();
        let limits = [
            ("budget.games", budget.games.map(|games| games as f64), spent_games, 0),
            ("budget.generations", budget.generations.map(f64::from), generations.into(), 0),
            ("budget.minutes", budget.minutes, minutes, 2),
        ];
        for (limit, found, spent, digits) in limits {
            if let Some(found) = found.filter(|found| *found < spent && is_lowered(limit)) {
                reasons.push(format!(
                    "{limit}: found {found}, expected at least {spent:.digits$}: so much is spent"
                ));
            }
        }
        if spec.validation.games < validated {
            reasons.push(format!(
                "validation.games: found {}, expected at least {validated} - a look at fewer games \
                 than were promised says nothing more",
                spec.validation.games
            ));
        }
        reasons
    }

    fn against_weights(&self, latest: &CampaignSpec, spec: &CampaignSpec) -> Vec<String> {
        let (known, tuned) = (self.history.first().coordinate_names(), latest.coordinate_names());
        let names = spec.coordinate_names();
        let unknown = names.iter().filter(|name| !known.contains(name));
        let reasons = unknown.map(|name| {
            format!(
                "{name}: found a weight to tune, expected it fixed, as the campaign began - its \
                 record has no column for it; start a new campaign, by [warm-start] with what this \
                 one has learnt"
            )
        });
        let beyond = spec.beyond(&self.guess).into_iter();
        let beyond = beyond.filter(|(_, range)| tuned.contains(&range.name));
        let beyond = beyond.map(|(value, CoordinateRange { name, low, high, .. })| {
            format!(
                "{name}: found the range {low} to {high}, expected one that holds {value}, where the \
                 search is - widen it, or fix the weight"
            )
        });
        reasons.chain(beyond).collect()
    }

    /// The reason against another player if the scores of the starting weights with it are not
    /// stored, but the validation needs them.
    fn against_baseline(&self, latest: &CampaignSpec, spec: &CampaignSpec) -> Option<String> {
        let start = self.history.first().start_weights();
        let start = spec.subject().with_values(start.values);
        let is_needed = spec.validation.baseline == ValidationBaseline::Stored
            && spec.subject().player_table() != latest.subject().player_table()
            && baselines::of(&start).is_none();
        is_needed.then(|| {
            format!(
                "player: found {}, whose scores the validation needs, expected one of: {} - start a \
                 new campaign with `baseline = \"played\"`, by [warm-start] with what this one has \
                 learnt",
                baselines::describe_missing(&start),
                baselines::describe_stored()
            )
        })
    }
}
