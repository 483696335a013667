//! What two search spaces do not have in common.

use std::fmt;

use super::CampaignSpec;

/// One setting in which two search spaces differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path of the setting in the file.
    pub setting: String,
    /// Its value in the first search space, if it has one.
    pub recorded: Option<String>,
    /// Its value in the second, if it has one.
    pub found: Option<String>,
    /// Whether it is a limit of the budget that the second raises or lifts, or
    /// the number of validation games, raised.
    pub is_larger_budget: bool,
    /// What it means for a campaign that goes on with the second.
    pub effect: Effect,
}

/// What it means for a campaign that a setting is another one from some generation on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// The optimizer goes on as it is.
    GoesOn,
    /// The optimizer begins anew from what it has learnt; all scores count as before.
    BeginsAnew,
    /// The optimizer begins anew, and earlier scores are those of another player.
    OtherPlayer,
    /// What was played says nothing of it: that is another campaign.
    OtherCampaign,
}

impl Difference {
    /// Both values in words.
    fn values(&self) -> [&str; 2] {
        [&self.recorded, &self.found].map(|value| value.as_deref().unwrap_or("nothing"))
    }

    /// The difference as a step from the first search space to the second.
    pub fn step(&self) -> String {
        let [recorded, found] = self.values();
        format!("{}: {recorded} -> {found}", self.setting)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [recorded, found] = self.values();
        write!(
            formatter,
            "{}: recorded {recorded}, found {found}",
            self.setting
        )
    }
}

impl CampaignSpec {
    /// What another search space has different; how a file is written does not count.
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let added = other
            .settings()
            .keys()
            .filter(|path| !self.settings().contains_key(*path));
        self.settings()
            .keys()
            .chain(added)
            .filter_map(|path| {
                let recorded = self.settings().get(path).cloned();
                let found = other.settings().get(path).cloned();
                (recorded != found).then(|| Difference {
                    setting: path.clone(),
                    is_larger_budget: self.raises(other, path),
                    effect: self.effect(other, path),
                    recorded,
                    found,
                })
            })
            .collect()
    }

    /// What it means that a setting is that of another search space.
    fn effect(&self, other: &Self, setting: &str) -> Effect {
        let table = setting.split('.').next().unwrap_or_default();
        match table {
            "budget" | "selection" | "validation" => Effect::GoesOn,
            "objective" if setting.starts_with("objective.games-per-candidate") => Effect::GoesOn,
            "heuristic" if self.is_alike(other) => Effect::BeginsAnew,
            "optimizer" if self.optimizer.name() == other.optimizer.name() => Effect::BeginsAnew,
            "player" => Effect::OtherPlayer,
            _ => Effect::OtherCampaign,
        }
    }

    /// Whether a setting is a limit that another search space raises or lifts.
    fn raises(&self, other: &Self, setting: &str) -> bool {
        let (old, new) = (&self.budget, &other.budget);
        match setting {
            "budget.games" => is_raised(old.games, new.games),
            "budget.generations" => is_raised(old.generations, new.generations),
            "budget.minutes" => is_raised(old.minutes, new.minutes),
            "validation.games" => other.validation_games > self.validation_games,
            _ => false,
        }
    }
}

fn is_raised<T: PartialOrd>(old: Option<T>, new: Option<T>) -> bool {
    match (old, new) {
        (Some(old), Some(new)) => new > old,
        (old, new) => old.is_some() && new.is_none(),
    }
}
