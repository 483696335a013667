//! Settings of the search, tuned like the weights of a heuristic.
//!
//! A heuristic with settings has its own weights first, then one per setting. The values of
//! boards depend on its own weights only; the player takes the others before it is built:
//! [`PlayerSettings::with_weights`](crate::player::PlayerSettings::with_weights).

use std::ops::RangeInclusive;

use super::kind::HeuristicKind;
use super::weight_spec::{Scale, WeightSpec};

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
    SearchSetting {
        weight,
        limits,
        scale,
        integer,
    }
}

/// The largest magnitude of what a dead board is worth.
const MAX_DEAD: f64 = 1e30;

/// The largest slope of a schedule of depths.
const MAX_SLOPE: f64 = 8.0;

/// Every setting that can be tuned, in the order of their weights.
pub static SEARCH_SETTINGS: [SearchSetting; 9] = [
    setting(
        WeightSpec::new(
            "depth",
            1.0,
            [1.0, 4.0],
            "How many spawns the search looks past.",
        ),
        1.0..=8.0,
        Scale::Linear,
        true,
    ),
    setting(
        WeightSpec::new(
            "depth.base",
            1.0,
            [0.0, 6.0],
            "The depth of a schedule before what the board adds.",
        ),
        -64.0..=64.0,
        Scale::Linear,
        false,
    ),
    setting(
        WeightSpec::new(
            "depth.per-free-cell",
            0.0,
            [-0.5, 0.5],
            "The depth that a schedule adds for each free cell.",
        ),
        -MAX_SLOPE..=MAX_SLOPE,
        Scale::Linear,
        false,
    ),
    setting(
        WeightSpec::new(
            "depth.per-tile",
            0.0,
            [-0.5, 1.0],
            "The depth that a schedule adds for each distinct tile.",
        ),
        -MAX_SLOPE..=MAX_SLOPE,
        Scale::Linear,
        false,
    ),
    setting(
        WeightSpec::new(
            "depth.at-least",
            1.0,
            [1.0, 4.0],
            "The smallest depth of a schedule.",
        ),
        1.0..=8.0,
        Scale::Linear,
        true,
    ),
    setting(
        WeightSpec::new(
            "depth.at-most",
            8.0,
            [1.0, 8.0],
            "The largest depth of a schedule.",
        ),
        1.0..=8.0,
        Scale::Linear,
        true,
    ),
    setting(
        WeightSpec::new(
            "probability-cut",
            1e-4,
            [1e-5, 0.1],
            "A branch whose spawns together have a lower probability is valued without further search.",
        ),
        0.0..=1.0,
        Scale::Log,
        false,
    ),
    setting(
        WeightSpec::new(
            "transposition-slots",
            65_536.0,
            [16.0, 262_144.0],
            "Slots of the transposition table, rounded up to a power of two.",
        ),
        0.0..=16_777_216.0,
        Scale::Log,
        true,
    ),
    setting(
        WeightSpec::new(
            "dead-value",
            0.0,
            [-500_000.0, 500_000.0],
            "The value of a position without a legal move.",
        ),
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

/// A heuristic, and settings of the search beside its weights.
#[derive(Clone, Debug, PartialEq)]
pub struct WithSearch {
    board: HeuristicKind,
    /// The weights of the heuristic, then the settings.
    weights: Vec<WeightSpec>,
}

impl WithSearch {
    /// A heuristic with the settings of these names, in the order of [`SEARCH_SETTINGS`];
    /// unknown names are ignored. `None` if no setting is left, or if the heuristic has a
    /// weight of such a name or settings already.
    pub fn new<'n>(board: HeuristicKind, names: impl IntoIterator<Item = &'n str>) -> Option<Self> {
        let names: Vec<&str> = names.into_iter().collect();
        let settings: Vec<&WeightSpec> = (SEARCH_SETTINGS.iter())
            .map(|setting| &setting.weight)
            .filter(|weight| names.contains(&&*weight.name))
            .collect();
        let is_taken = |weight: &&WeightSpec| board.weight_index(&weight.name).is_some();
        let has_settings = board.search_settings().next().is_some();
        if settings.is_empty() || settings.iter().any(is_taken) || has_settings {
            return None;
        }
        let mut weights = board.weights().to_vec();
        weights.extend(settings.into_iter().cloned());
        Some(Self { board, weights })
    }

    /// The heuristic without the settings.
    pub fn board(&self) -> &HeuristicKind {
        &self.board
    }

    /// The weights of the heuristic, then the settings.
    pub fn weights(&self) -> &[WeightSpec] {
        &self.weights
    }

    /// The number of weights of the heuristic, which come first.
    pub fn board_weights(&self) -> usize {
        self.board.weights().len()
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
    fn settings_come_after_the_weights_of_the_heuristic() {
        let names = ["dead-value", "unknown", "probability-cut"];
        let with = WithSearch::new(HeuristicKind::Rows, names).expect("two settings");
        let own = HeuristicKind::Rows.weights();
        assert_eq!(with.weights()[..own.len()], *own);
        let settings = with.weights()[own.len()..].iter();
        let found: Vec<&str> = settings.map(|weight| &*weight.name).collect();
        assert_eq!(found, ["probability-cut", "dead-value"]);
        assert_eq!(WithSearch::new(HeuristicKind::Rows, ["unknown"]), None);
    }

    #[test]
    fn a_weight_of_the_same_name_leaves_no_place_for_a_setting() {
        let taken = HeuristicKind::command(["dead-value"]);
        assert_eq!(WithSearch::new(taken, ["dead-value"]), None);
    }
}
