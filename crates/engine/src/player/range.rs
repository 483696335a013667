//! The ranges of numeric settings.

use std::fmt;
use std::ops::RangeInclusive;

/// The largest depth of a search.
pub(super) const MAX_DEPTH: u8 = 8;

/// A setting of a player is out of its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{player}: {setting}: found {found}, expected {expected}")]
pub struct SettingsError {
    player: &'static str,
    setting: &'static str,
    found: String,
    expected: String,
}

impl SettingsError {
    /// A setting that is no number in a range.
    pub(super) fn of(setting: &'static str, found: &str, expected: &str) -> Self {
        Self {
            player: "",
            setting,
            found: found.to_owned(),
            expected: expected.to_owned(),
        }
    }

    /// The setting by its key in files.
    pub fn setting(&self) -> &'static str {
        self.setting
    }

    /// The value that was found.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// The values that are possible.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    pub(super) fn in_player(self, player: &'static str) -> Self {
        Self { player, ..self }
    }
}

/// Checks a setting; NaN is in no range.
pub(super) fn in_range<N: PartialOrd + fmt::Display>(
    setting: &'static str,
    found: N,
    range: RangeInclusive<N>,
) -> Result<(), SettingsError> {
    if range.contains(&found) {
        return Ok(());
    }
    Err(SettingsError {
        player: "",
        setting,
        found: found.to_string(),
        expected: format!("{} to {}", range.start(), range.end()),
    })
}

#[cfg(test)]
mod tests {
    use crate::player::{
        Depth, ExpectimaxSettings, LookAheadSettings, MinimaxSettings, MonteCarloSettings,
        NodeBudget, PlayerSettings, TerminalValue,
    };

    #[test]
    fn ranges_include_their_ends() {
        for (depth, is_legal) in [(0, false), (1, true), (8, true), (9, false)] {
            let of = |depth| {
                PlayerSettings::Expectimax(ExpectimaxSettings {
                    depth,
                    ..ExpectimaxSettings::default()
                })
            };
            let at_least = NodeBudget {
                at_least: depth,
                ..NodeBudget::default()
            };
            assert_eq!(
                of(Depth::Fixed(depth)).check().is_ok(),
                is_legal || depth == 0
            );
            let minimax = PlayerSettings::Minimax(MinimaxSettings {
                depth: Depth::Fixed(depth),
                ..MinimaxSettings::default()
            });
            assert_eq!(minimax.check().is_ok(), is_legal);
            assert_eq!(of(Depth::Nodes(at_least)).check().is_ok(), is_legal);
        }
    }

    #[test]
    fn errors_name_the_player_and_the_setting() {
        let expectimax = ExpectimaxSettings::default();
        for (settings, expected) in [
            (
                PlayerSettings::Expectimax(ExpectimaxSettings {
                    probability_cut: f64::NAN,
                    ..expectimax
                }),
                "expectimax: probability-cut: found NaN, expected 0 to 1",
            ),
            (
                PlayerSettings::Expectimax(ExpectimaxSettings {
                    dead_value: TerminalValue::Number(f64::INFINITY),
                    ..expectimax
                }),
                "expectimax: dead-value: found inf, expected -1000000000000000000000000000000 \
                 to 1000000000000000000000000000000",
            ),
            (
                PlayerSettings::LookAhead(LookAheadSettings {
                    moves: 0,
                    discount: 0.9,
                }),
                "look-ahead: moves: found 0, expected 1 to 8",
            ),
            (
                PlayerSettings::MonteCarlo(MonteCarloSettings {
                    forced_moves: 6,
                    ..MonteCarloSettings::default()
                }),
                "monte-carlo: forced-moves: found 6, expected 1 to 5",
            ),
        ] {
            let found = settings.check().unwrap_err();
            assert_eq!(found.to_string(), expected);
        }
    }
}
