//! Differences between two campaign files.

use std::fmt;

use super::spec::CampaignSpec;
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
    /// Whether a campaign goes on with the second file: the file raises or removes
    /// this limit of the budget, raises this number of final games, or says in another way how a
    /// program is run, which games do not depend on.
    pub is_accepted: bool,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
        let [recorded, found] = [&self.recorded, &self.found].map(known);
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
                    is_accepted: self.raises(other, path) || is_about_running(path),
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
