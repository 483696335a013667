//! Going on differently: a larger budget, fixed weights, wider ranges, more
//! games, another depth.
//!
//! A change is recorded before anything is done with it, and holds from the
//! next generation of which nothing is played.

use std::path::Path;

use super::record::is_restarted_wider;
use super::spec_history::{SpecHistory, effect};
use super::{Campaign, CampaignError, Progress};
use crate::checkpoint::folder::SEARCH_SPACE;
use crate::checkpoint::{DistributionRow, changes};
use crate::spec::{CampaignSpec, Difference, Effect};
use tune2048_engine::heuristic::Weights;

/// A change of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The first generation that it holds for.
    pub generation: u32,
    /// What is different, and what each difference means.
    pub differences: Vec<Difference>,
}

impl Change {
    /// What the differences mean, all together.
    pub fn effect(&self) -> Effect {
        effect(&self.differences)
    }

    /// The differences in words.
    pub fn settings(&self) -> String {
        let steps: Vec<String> = self.differences.iter().map(Difference::step).collect();
        steps.join("; ")
    }
}

/// Where a campaign stands when it is to change.
struct ChangeContext<'a> {
    stages: &'a SpecHistory,
    games: u64,
    /// The first generation that a change could hold for.
    generation: u32,
    elapsed_seconds: f64,
    /// The weights that the search thinks most of.
    guess: Weights,
}

impl ChangeContext<'_> {
    /// What another search space changes; every reason why it cannot be is told.
    fn consider(&self, path: &Path, space: &CampaignSpec) -> Result<Change, CampaignError> {
        let latest = self.stages.latest();
        let differences = latest.differences(space);
        let mut reasons: Vec<String> = differences
            .iter()
            .filter(|difference| difference.effect == Effect::OtherCampaign)
            .map(|difference| {
                format!(
                    "{difference} - this is another campaign: give it another name and `tune2048 \
                     run` it; by [warm-start] cma-es takes along what this one has learnt"
                )
            })
            .collect();
        // Of another heuristic there is nothing more to say.
        if reasons.is_empty() {
            reasons.extend(self.against_budget(space, &differences));
            reasons.extend(self.against_weights(latest, space));
        }
        if !reasons.is_empty() {
            return Err(CampaignError::Refused {
                path: path.to_owned(),
                reasons,
            });
        }
        Ok(Change {
            generation: self.generation,
            differences,
        })
    }

    fn against_budget(&self, space: &CampaignSpec, differences: &[Difference]) -> Vec<String> {
        let budget = &space.budget;
        let (generations, minutes) = (self.generation, self.elapsed_seconds / 60.0);
        let validated = self.stages.latest().validation_games;
        let is_lowered = |setting: &str| {
            let is_it = |difference: &&Difference| difference.setting == setting;
            let difference = differences.iter().find(is_it);
            difference.is_some_and(|difference| !difference.is_larger_budget)
        };
        let mut reasons = Vec::new();
        for (limit, found, is_short, spent) in [
            (
                "budget.games",
                budget.games.map(|found| found.to_string()),
                budget.games.is_some_and(|found| found < self.games),
                self.games.to_string(),
            ),
            (
                "budget.generations",
                budget.generations.map(|found| found.to_string()),
                budget.generations.is_some_and(|found| found < generations),
                generations.to_string(),
            ),
            (
                "budget.minutes",
                budget.minutes.map(|found| found.to_string()),
                budget.minutes.is_some_and(|found| found < minutes),
                format!("{minutes:.2}"),
            ),
        ] {
            if let Some(found) = found.filter(|_| is_short && is_lowered(limit)) {
                reasons.push(format!(
                    "{limit}: found {found}, expected at least {spent}: so much is spent"
                ));
            }
        }
        if space.validation_games < validated {
            reasons.push(format!(
                "validation.games: found {}, expected at least {validated} - a look at fewer games \
                 than were promised says nothing more",
                space.validation_games
            ));
        }
        reasons
    }

    fn against_weights(&self, latest: &CampaignSpec, space: &CampaignSpec) -> Vec<String> {
        let (known, tuned) = (
            self.stages.first().coordinate_names(),
            latest.coordinate_names(),
        );
        let names = space.coordinate_names();
        let unknown = names.iter().filter(|name| !known.contains(name));
        let reasons = unknown.map(|name| {
            format!(
                "{name}: found a weight to tune, expected it fixed, as the campaign began - its \
                 record has no column for it; start a new campaign, by [warm-start] with what this \
                 one has learnt"
            )
        });
        let beyond = space.beyond(&self.guess).into_iter();
        let beyond = beyond.filter(|beyond| tuned.contains(&beyond.name));
        reasons
            .chain(beyond.map(|beyond| {
                format!(
                    "{}: found the range {} to {}, expected one that holds {}, where the search is \
                     - widen it, or fix the weight",
                    beyond.name, beyond.low, beyond.high, beyond.value
                )
            }))
            .collect()
    }
}

impl Progress {
    /// What would change if the campaign went on with another search space:
    /// its path for messages, and its text. Nothing is written.
    ///
    /// # Errors
    /// If the text has mistakes, or the campaign cannot go on like this.
    pub fn consider(&self, path: &Path, text: &str) -> Result<Change, CampaignError> {
        let space = CampaignSpec::parse(path, text)?;
        let last = self.stages.changes.last();
        let from = last.map_or(1, |change| change.generation);
        let standing = ChangeContext {
            stages: &self.stages,
            games: self.games,
            generation: self.generations.max(from),
            elapsed_seconds: self.elapsed_seconds,
            guess: self.guess(),
        };
        standing.consider(path, &space)
    }

    /// The weights that the search thinks most of: the mean of its last
    /// recorded distribution, or without one those of the candidate that is
    /// likely to be worth most.
    pub fn guess(&self) -> Weights {
        guess(&self.stages, &self.distributions, || {
            super::finalists::front_runner(&self.stages, &self.trials, u32::MAX)
        })
    }
}

fn guess(
    stages: &SpecHistory,
    distributions: &[DistributionRow],
    front_runner: impl FnOnce() -> Option<Weights>,
) -> Weights {
    let of_mean = |row: &DistributionRow| {
        let space = stages.space(row.generation);
        space.decode(&row.distribution.mean)
    };
    let mean = distributions.last().map(of_mean);
    let guess = mean.or_else(front_runner);
    guess.unwrap_or_else(|| stages.latest().start_weights())
}

impl Campaign {
    /// Makes a campaign that nobody runs go on with another search space, from
    /// the next generation on that nothing is played of.
    ///
    /// # Errors
    /// If there is no campaign, another process runs it, its files are
    /// damaged, or it cannot go on like this; then nothing has changed.
    pub fn change_in(folder: &Path, path: &Path, text: &str) -> Result<Change, CampaignError> {
        Self::open(folder)?.change(path, text)
    }

    /// The same with what its own search-space.toml says by now.
    ///
    /// # Errors
    /// As [`Self::change_in`].
    pub fn change_in_folder(folder: &Path) -> Result<Change, CampaignError> {
        let mut campaign = Self::open(folder)?;
        let path = campaign.folder.file(SEARCH_SPACE);
        let text = campaign.folder.read(SEARCH_SPACE)?;
        campaign.change(&path, &text)
    }

    /// Goes on with another search space.
    pub(super) fn change(&mut self, path: &Path, text: &str) -> Result<Change, CampaignError> {
        let space = CampaignSpec::parse(path, text)?;
        let next = self.next_generation();
        let last = self.stages.changes.last();
        let standing = ChangeContext {
            stages: &self.stages,
            games: self.games(),
            generation: next.max(last.map_or(1, |change| change.generation)),
            elapsed_seconds: self.elapsed_before().as_secs_f64(),
            guess: guess(&self.stages, &self.distributions, || {
                super::finalists::front_runner(&self.stages, &self.trials, u32::MAX)
            }),
        };
        let change = standing.consider(path, &space)?;
        if change.differences.is_empty() {
            // Only comments are other ones.
            let changes = self.stages.changes.len();
            self.folder.set_search_space(text, changes)?;
            return Ok(change);
        }
        let generation = change.generation;
        let mut stages = self.stages.clone();
        let before = self.folder.record()?.spec;
        // What was drawn for the generation, or carried over by an earlier
        // change, gives way; without the row it would be derived again.
        let was_anew = stages.begins_anew_at(generation);
        let was_noise = is_restarted_wider(&self.distributions, generation);
        if was_anew || was_noise || change.effect() > Effect::GoesOn {
            self.distribution_log.cut_from(generation)?;
            self.distributions.retain(|row| row.generation < generation);
        }
        let row = changes::append(
            &self.folder,
            generation,
            &change.settings(),
            [&before, text],
        )?;
        stages.add(row, space);
        self.stages = stages;
        self.folder
            .set_search_space(text, self.stages.changes.len())?;
        self.restore()?;
        Ok(change)
    }

    /// The first generation that nothing is played of, at least 1: what a
    /// campaign begins with is its first stage.
    fn next_generation(&self) -> u32 {
        let open = self.first_open_generation();
        let is_begun = self.first_trial(open) < self.trials.len() || !self.rounds.is_empty();
        (open + u32::from(is_begun)).max(1)
    }
}
