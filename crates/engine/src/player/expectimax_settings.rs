//! The settings of expectimax, and those among them that can be tuned like weights.

use std::fmt;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::depth::{Depth, DepthSchedule, MAX_SLOPE};
use super::downgrading::{downgraded, rank_of};
use super::setting::{MAX_TERMINAL_VALUE, SettingsError, TerminalValue, in_range};
use crate::game::Board;
use crate::heuristic::{Scale, WeightSpec};

/// The largest transposition table, in slots.
const MAX_SLOTS: u32 = 1 << 24;

/// Settings of an expectimax player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ExpectimaxSettings {
    /// How many spawns the search looks past.
    pub depth: Depth,
    /// A branch whose spawns together have a lower probability is valued without further search. A budget of nodes cuts no branch.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub probability_cut: f64,
    /// Slots of the transposition table, rounded up to a power of two; 0 for none.
    #[schemars(range(max = MAX_SLOTS))]
    pub transposition_slots: u32,
    /// The value of a position without a legal move: a number, or `"static"` for the heuristic's own value.
    pub dead_value: TerminalValue,
    /// A board with this tile, or a larger one, is searched with its larger tiles halved: for weights that were learned with few such boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 4, max = 32_768))]
    pub downgrade_from: Option<u32>,
}

impl Default for ExpectimaxSettings {
    /// Depth 1, a cut at 1e-4, 65 536 slots, and 0 for a position without a legal move.
    fn default() -> Self {
        Self {
            depth: Depth::Fixed(1),
            probability_cut: 1e-4,
            transposition_slots: 65_536,
            dead_value: TerminalValue::Number(0.0),
            downgrade_from: None,
        }
    }
}

impl ExpectimaxSettings {
    /// The board as the search sees it.
    pub(super) fn seen(&self, board: Board) -> Board {
        let from = self.downgrade_from.and_then(rank_of);
        from.map_or(board, |from| downgraded(board, from))
    }

    pub(super) fn check(&self) -> Result<(), SettingsError> {
        self.depth.check(0)?;
        for setting in &SEARCH_SETTINGS {
            if let (false, Some(value)) = (setting.is_of_depth(), setting.get(self)) {
                in_range(&setting.weight.name, value, setting.limits.clone())?;
            }
        }
        if let Some(tile) = self.downgrade_from
            && rank_of(tile).is_none()
        {
            let (name, expected) = ("downgrade-from", "a tile, 4 to 32768");
            return Err(SettingsError::of(name, &tile.to_string(), expected));
        }
        Ok(())
    }
}

/// Writes for example `expectimax depth 2`, or `expectimax depth 2, cut 0.01`: settings other than the
/// depth where they differ from the default and have an effect on games.
impl fmt::Display for ExpectimaxSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "expectimax {}", self.depth)?;
        let usual = Self::default();
        let cuts = !matches!(self.depth, Depth::Nodes(_));
        if cuts && self.probability_cut.to_bits() != usual.probability_cut.to_bits() {
            write!(formatter, ", cut {}", self.probability_cut)?;
        }
        match self.dead_value {
            TerminalValue::Static(_) => write!(formatter, ", dead boards static")?,
            TerminalValue::Number(value) if self.dead_value != usual.dead_value => {
                let is_long = value.abs() >= 1e7;
                let value = if is_long { format!("{value:e}") } else { value.to_string() };
                write!(formatter, ", dead boards {value}")?;
            }
            TerminalValue::Number(_) => {}
        }
        match self.downgrade_from {
            Some(tile) => write!(formatter, ", tiles downgraded from {tile}"),
            None => Ok(()),
        }
    }
}

/// A setting of the search that can be tuned like a weight.
#[derive(Clone, Debug)]
pub struct SearchSetting {
    /// The setting as a weight, with its natural range. Its name is its path in files.
    pub weight: WeightSpec,
    /// The values that are possible.
    pub limits: RangeInclusive<f64>,
    /// How its natural range is divided.
    pub scale: Scale,
    /// Whether it counts something.
    pub integer: bool,
}

impl SearchSetting {
    /// The setting of a name, if there is one that can be tuned.
    pub fn find(name: &str) -> Option<&'static Self> {
        SEARCH_SETTINGS.iter().find(|setting| setting.weight.name == name)
    }

    /// The value in some settings; `None` if they have no such number.
    pub fn get(&self, settings: &ExpectimaxSettings) -> Option<f64> {
        if self.is_of_schedule() && !matches!(settings.depth, Depth::Schedule(_)) {
            return None;
        }
        let found = self.place(&mut toml::Table::try_from(settings).ok()?)?.clone();
        found.try_into().ok()
    }

    /// Sets the value; counts are rounded. What has no such number makes room for it: a word of the
    /// dead value, and any depth but a schedule where the schedule has the number.
    pub fn set(&self, settings: &mut ExpectimaxSettings, value: f64) {
        if self.get(settings).is_none() && self.is_of_schedule() {
            settings.depth = Depth::Schedule(DepthSchedule::default());
        }
        let is_set = "settings have a place for each number";
        let mut table = toml::Table::try_from(*settings).expect(is_set);
        let number = if self.integer { (value.round() as i64).into() } else { value.into() };
        *self.place(&mut table).expect(is_set) = number;
        *settings = table.try_into().expect(is_set);
    }

    /// The place of the setting in settings as data.
    fn place<'s>(&self, settings: &'s mut toml::Table) -> Option<&'s mut toml::Value> {
        match self.weight.name.split_once('.') {
            Some((table, key)) => settings.get_mut(table)?.get_mut(key),
            None => settings.get_mut(&*self.weight.name),
        }
    }

    fn is_of_schedule(&self) -> bool {
        self.weight.name.starts_with("depth.")
    }

    /// Whether the setting belongs to the depth.
    pub fn is_of_depth(&self) -> bool {
        self.weight.name.starts_with("depth")
    }

    const fn means(mut self, meaning: &'static str) -> Self {
        self.weight.set_meaning(meaning);
        self
    }

    const fn counting(mut self) -> Self {
        self.integer = true;
        self
    }

    const fn on_log_scale(mut self) -> Self {
        self.scale = Scale::Log;
        self
    }
}

/// A number with its default, its natural range on a linear scale, and the values that are
/// possible; its meaning follows.
const fn number(
    name: &'static str,
    default: f64,
    natural: [f64; 2],
    limits: RangeInclusive<f64>,
) -> SearchSetting {
    let weight = WeightSpec::named(name, default, natural);
    SearchSetting { weight, limits, scale: Scale::Linear, integer: false }
}

/// Every setting that can be tuned, in the order of their weights.
pub static SEARCH_SETTINGS: [SearchSetting; 9] = [
    number("depth", 1.0, [1.0, 4.0], 1.0..=8.0)
        .means("How many spawns the search looks past.")
        .counting(),
    number("depth.base", 1.0, [0.0, 6.0], -64.0..=64.0)
        .means("The depth of a schedule before what the board adds."),
    number("depth.per-free-cell", 0.0, [-0.5, 0.5], -MAX_SLOPE..=MAX_SLOPE)
        .means("The depth that a schedule adds for each free cell."),
    number("depth.per-tile", 0.0, [-0.5, 1.0], -MAX_SLOPE..=MAX_SLOPE)
        .means("The depth that a schedule adds for each distinct tile."),
    number("depth.at-least", 1.0, [1.0, 4.0], 0.0..=8.0)
        .means("The smallest depth of a schedule.")
        .counting(),
    number("depth.at-most", 8.0, [1.0, 8.0], 1.0..=8.0)
        .means("The largest depth of a schedule.")
        .counting(),
    number("probability-cut", 1e-4, [1e-5, 0.1], 0.0..=1.0)
        .means(
            "A branch whose spawns together have a lower probability is valued without further search.",
        )
        .on_log_scale(),
    number("transposition-slots", 65_536.0, [16.0, 262_144.0], 0.0..=MAX_SLOTS as f64)
        .means("Slots of the transposition table, rounded up to a power of two.")
        .counting()
        .on_log_scale(),
    number("dead-value", 0.0, [-500_000.0, 500_000.0], -MAX_TERMINAL_VALUE..=MAX_TERMINAL_VALUE)
        .means("The value of a position without a legal move."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_limits_around_its_natural_range() {
        for setting in &SEARCH_SETTINGS {
            let weight = &setting.weight;
            assert!(weight.low < weight.high, "{}", weight.name);
            for value in [weight.low, weight.default, weight.high] {
                assert!(setting.limits.contains(&value), "{}", weight.name);
            }
            assert!(setting.scale == Scale::Linear || weight.low > 0.0);
            let found = SearchSetting::find(&weight.name).expect("it is in the list");
            assert_eq!(found.weight.name, weight.name);
        }
        assert!(SearchSetting::find("constant").is_none());
    }

    #[test]
    fn every_setting_that_is_set_is_found_again() {
        for setting in &SEARCH_SETTINGS {
            let (name, value) = (&*setting.weight.name, setting.weight.high);
            let mut settings = ExpectimaxSettings::default();
            let of_default = setting.get(&settings).unwrap_or(setting.weight.default);
            assert_eq!(of_default.to_bits(), setting.weight.default.to_bits(), "{name}");
            setting.set(&mut settings, value);
            assert_eq!(setting.get(&settings), Some(value), "{name}");
            assert_eq!(settings.check(), Ok(()), "{name}");
        }
    }
}
