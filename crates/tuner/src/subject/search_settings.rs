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

const fn setting(
    weight: WeightSpec,
    limits: RangeInclusive<f64>,
    scale: Scale,
    integer: bool,
) -> SearchSetting {
    SearchSetting { weight, limits, scale, integer }
}

/// The largest magnitude of what a dead board is worth.
const MAX_DEAD: f64 = 1e30;

/// The largest slope of a schedule of depths.
const MAX_SLOPE: f64 = 8.0;

/// Every setting that can be tuned, in the order of their weights.
pub static SEARCH_SETTINGS: [SearchSetting; 9] = [
    setting(
        WeightSpec::named("depth", 1.0, [1.0, 4.0]).means("How many spawns the search looks past."),
        1.0..=8.0,
        Scale::Linear,
        true,
    ),
    setting(
        WeightSpec::named("depth.base", 1.0, [0.0, 6.0])
            .means("The depth of a schedule before what the board adds."),
        -64.0..=64.0,
        Scale::Linear,
        false,
    ),
    setting(
        WeightSpec::named("depth.per-free-cell", 0.0, [-0.5, 0.5])
            .means("The depth that a schedule adds for each free cell."),
        -MAX_SLOPE..=MAX_SLOPE,
        Scale::Linear,
        false,
    ),
    setting(
        WeightSpec::named("depth.per-tile", 0.0, [-0.5, 1.0])
            .means("The depth that a schedule adds for each distinct tile."),
        -MAX_SLOPE..=MAX_SLOPE,
        Scale::Linear,
        false,
    ),
    setting(
        WeightSpec::named("depth.at-least", 1.0, [1.0, 4.0])
            .means("The smallest depth of a schedule."),
        1.0..=8.0,
        Scale::Linear,
        true,
    ),
    setting(
        WeightSpec::named("depth.at-most", 8.0, [1.0, 8.0])
            .means("The largest depth of a schedule."),
        1.0..=8.0,
        Scale::Linear,
        true,
    ),
    setting(
        WeightSpec::named("probability-cut", 1e-4, [1e-5, 0.1]).means(
            "A branch whose spawns together have a lower probability is valued without further \
             search.",
        ),
        0.0..=1.0,
        Scale::Log,
        false,
    ),
    setting(
        WeightSpec::named("transposition-slots", 65_536.0, [16.0, 262_144.0])
            .means("Slots of the transposition table, rounded up to a power of two."),
        0.0..=16_777_216.0,
        Scale::Log,
        true,
    ),
    setting(
        WeightSpec::named("dead-value", 0.0, [-500_000.0, 500_000.0])
            .means("The value of a position without a legal move."),
        -MAX_DEAD..=MAX_DEAD,
        Scale::Linear,
        false,
    ),
];

/// The setting of a name, if there is one that can be tuned.
pub fn search_setting(name: &str) -> Option<&'static SearchSetting> {
    let mut all = SEARCH_SETTINGS.iter();
    all.find(|setting| setting.weight.name == name)
}

/// The value of a setting of a player by its name; `None` if the player has no such number.
pub fn get(player: &PlayerSettings, name: &str) -> Option<f64> {
    let PlayerSettings::Expectimax(settings) = player else { return None };
    let schedule = match settings.depth {
        Depth::Schedule(schedule) => Some(schedule),
        _ => None,
    };
    match (name, settings.depth, settings.dead_value) {
        ("depth", Depth::Fixed(depth), _) => Some(f64::from(depth)),
        ("depth.base", ..) => schedule.map(|schedule| schedule.base),
        ("depth.per-free-cell", ..) => schedule.map(|schedule| schedule.per_free_cell),
        ("depth.per-tile", ..) => schedule.map(|schedule| schedule.per_tile),
        ("depth.at-least", ..) => schedule.map(|schedule| f64::from(schedule.at_least)),
        ("depth.at-most", ..) => schedule.map(|schedule| f64::from(schedule.at_most)),
        ("probability-cut", ..) => Some(settings.probability_cut),
        ("transposition-slots", ..) => Some(f64::from(settings.transposition_slots)),
        ("dead-value", _, TerminalValue::Number(value)) => Some(value),
        _ => None,
    }
}

/// Sets a setting of a player by its name; counts are rounded. Only expectimax has settings that
/// are tuned.
pub(crate) fn set(player: &mut PlayerSettings, name: &str, value: f64) {
    let PlayerSettings::Expectimax(settings) = player else { return };
    if let Some(part) = name.strip_prefix("depth.") {
        let mut schedule = match settings.depth {
            Depth::Schedule(schedule) => schedule,
            _ => DepthSchedule::default(),
        };
        match part {
            "base" => schedule.base = value,
            "per-free-cell" => schedule.per_free_cell = value,
            "per-tile" => schedule.per_tile = value,
            "at-least" => schedule.at_least = value.round() as u8,
            "at-most" => schedule.at_most = value.round() as u8,
            _ => {}
        }
        settings.depth = Depth::Schedule(schedule);
        return;
    }
    match name {
        "depth" => settings.depth = Depth::Fixed(value.round() as u8),
        "probability-cut" => settings.probability_cut = value,
        "transposition-slots" => settings.transposition_slots = value.round() as u32,
        "dead-value" => settings.dead_value = TerminalValue::Number(value),
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
