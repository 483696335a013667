//! Settings of the search, tuned like the weights of a heuristic.

use std::ops::RangeInclusive;

use tune2048_engine::heuristic::{Scale, WeightSpec};
use tune2048_engine::player::{Depth, DepthSchedule, PlayerSettings, TerminalValue};

/// A setting of the search that can be tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchSetting {
    /// The setting as a weight, with its natural range.
    pub weight: WeightSpec,
    /// The values that are possible.
    pub limits: RangeInclusive<f64>,
    /// How its natural range is divided.
    pub scale: Scale,
    /// Whether it counts something.
    pub integer: bool,
}

/// A number with its natural range on a linear scale, and the values that are possible.
const fn number(
    name: &'static str,
    default: f64,
    natural: [f64; 2],
    limits: RangeInclusive<f64>,
    meaning: &'static str,
) -> SearchSetting {
    let weight = WeightSpec::named(name, default, natural).means(meaning);
    SearchSetting { weight, limits, scale: Scale::Linear, integer: false }
}

impl SearchSetting {
    const fn counting(mut self) -> Self {
        self.integer = true;
        self
    }

    const fn on_log_scale(mut self) -> Self {
        self.scale = Scale::Log;
        self
    }
}

/// The largest magnitude of what a dead board is worth.
const MAX_DEAD: f64 = 1e30;

/// The largest slope of a schedule of depths.
const MAX_SLOPE: f64 = 8.0;

/// Every setting that can be tuned, in the order of their weights.
pub static SEARCH_SETTINGS: [SearchSetting; 9] = [
    number("depth", 1.0, [1.0, 4.0], 1.0..=8.0, "How many spawns the search looks past.")
        .counting(),
    number(
        "depth.base",
        1.0,
        [0.0, 6.0],
        -64.0..=64.0,
        "The depth of a schedule before what the board adds.",
    ),
    number(
        "depth.per-free-cell",
        0.0,
        [-0.5, 0.5],
        -MAX_SLOPE..=MAX_SLOPE,
        "The depth that a schedule adds for each free cell.",
    ),
    number(
        "depth.per-tile",
        0.0,
        [-0.5, 1.0],
        -MAX_SLOPE..=MAX_SLOPE,
        "The depth that a schedule adds for each distinct tile.",
    ),
    number("depth.at-least", 1.0, [1.0, 4.0], 0.0..=8.0, "The smallest depth of a schedule.")
        .counting(),
    number("depth.at-most", 8.0, [1.0, 8.0], 1.0..=8.0, "The largest depth of a schedule.")
        .counting(),
    number(
        "probability-cut",
        1e-4,
        [1e-5, 0.1],
        0.0..=1.0,
        "A branch whose spawns together have a lower probability is valued without further search.",
    )
    .on_log_scale(),
    number(
        "transposition-slots",
        65_536.0,
        [16.0, 262_144.0],
        0.0..=16_777_216.0,
        "Slots of the transposition table, rounded up to a power of two.",
    )
    .counting()
    .on_log_scale(),
    number(
        "dead-value",
        0.0,
        [-500_000.0, 500_000.0],
        -MAX_DEAD..=MAX_DEAD,
        "The value of a position without a legal move.",
    ),
];

/// The setting of a name, if there is one that can be tuned.
pub fn search_setting(name: &str) -> Option<&'static SearchSetting> {
    SEARCH_SETTINGS.iter().find(|setting| setting.weight.name == name)
}

/// The value of a setting of a player by its name; `None` if the player has no such number.
pub fn get(player: &PlayerSettings, name: &str) -> Option<f64> {
    let PlayerSettings::Expectimax(settings) = player else { return None };
    match (name, settings.depth, settings.dead_value) {
        ("depth", Depth::Fixed(depth), _) => Some(f64::from(depth)),
        ("depth.base", Depth::Schedule(schedule), _) => Some(schedule.base),
        ("depth.per-free-cell", Depth::Schedule(schedule), _) => Some(schedule.per_free_cell),
        ("depth.per-tile", Depth::Schedule(schedule), _) => Some(schedule.per_tile),
        ("depth.at-least", Depth::Schedule(schedule), _) => Some(schedule.at_least.into()),
        ("depth.at-most", Depth::Schedule(schedule), _) => Some(schedule.at_most.into()),
        ("probability-cut", ..) => Some(settings.probability_cut),
        ("transposition-slots", ..) => Some(settings.transposition_slots.into()),
        ("dead-value", _, TerminalValue::Number(value)) => Some(value),
        _ => None,
    }
}

/// Sets a setting of a player by its name; counts are rounded. Only expectimax has settings that
/// are tuned.
pub(crate) fn set(player: &mut PlayerSettings, name: &str, value: f64) {
    let PlayerSettings::Expectimax(settings) = player else { return };
    if name.starts_with("depth.") && !matches!(settings.depth, Depth::Schedule(_)) {
        settings.depth = Depth::Schedule(DepthSchedule::default());
    }
    match (name, &mut settings.depth) {
        ("depth", depth) => *depth = Depth::Fixed(value.round() as u8),
        ("depth.base", Depth::Schedule(schedule)) => schedule.base = value,
        ("depth.per-free-cell", Depth::Schedule(schedule)) => schedule.per_free_cell = value,
        ("depth.per-tile", Depth::Schedule(schedule)) => schedule.per_tile = value,
        ("depth.at-least", Depth::Schedule(schedule)) => schedule.at_least = value.round() as u8,
        ("depth.at-most", Depth::Schedule(schedule)) => schedule.at_most = value.round() as u8,
        ("probability-cut", _) => settings.probability_cut = value,
        ("transposition-slots", _) => settings.transposition_slots = value.round() as u32,
        ("dead-value", _) => settings.dead_value = TerminalValue::Number(value),
        _ => {}
    }
}

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
            assert_eq!(search_setting(&weight.name), Some(setting));
        }
        assert_eq!(search_setting("constant"), None);
    }

    #[test]
    fn every_setting_that_is_set_is_found_again() {
        for setting in &SEARCH_SETTINGS {
            let (name, value) = (&*setting.weight.name, setting.weight.high);
            let mut player = PlayerSettings::default();
            set(&mut player, name, value);
            assert_eq!(get(&player, name), Some(value), "{name}");
            assert_eq!(player.check(), Ok(()), "{name}");
        }
    }
}
