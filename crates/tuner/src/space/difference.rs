//! Differences between two campaign files.

use std::fmt;

use super::CampaignSpec;
use crate::subject::CommandSettings;

/// A setting in which two campaign files differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path of the setting in the file.
    pub setting: String,
    /// The value in the first file, if it has one.
    pub recorded: Option<String>,
    /// The value in the second file, if it has one.
    pub found: Option<String>,
    /// Whether a campaign continues with the second file as it is: the file raises or removes
    /// this limit of the budget, raises this number of final games, or says in another way how a
    /// program is run, which games do not depend on.
    pub needs_no_change: bool,
    /// The consequence for a campaign that continues with the second file.
    pub consequence: Consequence,
}

/// The consequence for a campaign of a setting that changes at some generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Consequence {
    /// The optimizer continues unchanged.
    GoesOn,
    /// The optimizer restarts from its distribution; all scores count as before.
    BeginsAnew,
    /// The optimizer restarts, and earlier scores belong to another player.
    OtherPlayer,
    /// The recorded games are of no use: the file describes another campaign.
    OtherCampaign,
}

impl Difference {
    /// Returns both values as text.
    fn values(&self) -> [&str; 2] {
        [&self.recorded, &self.found].map(|value| value.as_deref().unwrap_or("nothing"))
    }

    /// Describes the difference as a change from the first file to the second.
    pub fn step(&self) -> String {
        let [recorded, found] = self.values();
        format!("{}: {recorded} -> {found}", self.setting)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [recorded, found] = self.values();
        write!(formatter, "{}: recorded {recorded}, found {found}", self.setting)
    }
}

impl CampaignSpec {
    /// Returns the settings in which another campaign differs, regardless of how the files are written.
    /// Settings of race and validation that both files leave open follow from others, and are not named.
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let added = other.settings().keys().filter(|path| !self.settings().contains_key(*path));
        self.settings()
            .keys()
            .chain(added)
            .filter(|path| !(self.leaves_open(path) && other.leaves_open(path)))
            .filter_map(|path| {
                let recorded = self.settings().get(path).cloned();
                let found = other.settings().get(path).cloned();
                (recorded != found).then(|| Difference {
                    setting: path.clone(),
                    needs_no_change: self.raises(other, path) || is_about_running(path),
                    consequence: self.consequence(other, path),
                    recorded,
                    found,
                })
            })
            .collect()
    }

    /// Returns the fingerprint of a campaign that starts with this file: CRC-32, eight hexadecimal
    /// digits, of the settings that its search depends on. It does not depend on limits, on what
    /// follows on the search, on paths, or on how a program is run.
    pub fn fingerprint(&self) -> String {
        let is_kept = |setting: &str| {
            let table = setting.split('.').next().unwrap_or_default();
            !["budget", "pilot", "selection", "validation", "warm-start"].contains(&table)
                && !is_about_running(setting)
        };
        let settings = self.settings().iter();
        let mut lines: Vec<String> = settings
            .filter(|(setting, _)| is_kept(setting))
            .map(|(setting, value)| format!("{setting} = {value}\n"))
            .collect();
        lines.sort_unstable();
        format!("{:08x}", crc32fast::hash(lines.concat().as_bytes()))
    }

    /// Returns the consequence of taking a setting from another campaign file.
    fn consequence(&self, other: &Self, setting: &str) -> Consequence {
        let table = setting.split('.').next().unwrap_or_default();
        match table {
            // The choice between two measurements must not follow on their results.
            "validation" if setting == "validation.baseline" => Consequence::OtherCampaign,
            "budget" | "selection" | "validation" => Consequence::GoesOn,
            "objective" if setting.starts_with("objective.games-per-candidate") => {
                Consequence::GoesOn
            }
            "heuristic" if self.is_alike(other) => Consequence::BeginsAnew,
            "optimizer" if self.optimizer.name() == other.optimizer.name() => {
                Consequence::BeginsAnew
            }
            "player" if is_about_running(setting) => Consequence::GoesOn,
            // Other settings of the search are tuned.
            "player" if self.subject().search_settings() != other.subject().search_settings() => {
                Consequence::OtherCampaign
            }
            "player" if self.tunes(setting) => Consequence::BeginsAnew,
            "player" => Consequence::OtherPlayer,
            _ => Consequence::OtherCampaign,
        }
    }

    /// Whether a setting of the player is tuned.
    fn tunes(&self, setting: &str) -> bool {
        let mut tuned = self.subject().search_settings().iter();
        tuned.any(|spec| setting == format!("{}.{}", super::player_entry::TABLE, spec.name))
    }

    /// Whether a setting is a limit, or a number of final games, that another campaign file raises or
    /// removes.
    fn raises(&self, other: &Self, setting: &str) -> bool {
        let (old, new) = (&self.budget, &other.budget);
        match setting {
            "budget.games" => is_raised(old.games, new.games),
            "budget.generations" => is_raised(old.generations, new.generations),
            "budget.minutes" => is_raised(old.minutes, new.minutes),
            "selection.games" => other.selection.games > self.selection.games,
            "validation.games" => other.validation.games > self.validation.games,
            _ => false,
        }
    }
}

/// Whether a setting says how a program is run, and not what it plays.
fn is_about_running(setting: &str) -> bool {
    let key = setting.strip_prefix("player.command.");
    key.is_some_and(|key| CommandSettings::ABOUT_RUNNING.contains(&key))
}

fn is_raised<T: PartialOrd>(old: Option<T>, new: Option<T>) -> bool {
    match (old, new) {
        (Some(old), Some(new)) => new > old,
        (old, new) => old.is_some() && new.is_none(),
    }
}
