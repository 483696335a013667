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
    /// The setting by its key in files.
    pub setting: &'static str,
    /// The value that was found.
    pub found: String,
    /// The values that are possible.
    pub expected: String,
}

impl SettingsError {
    /// A setting with a value that is not possible.
    pub fn of(setting: &'static str, found: &str, expected: &str) -> Self {
        Self { player: "", setting, found: found.to_owned(), expected: expected.to_owned() }
    }

    /// The error with the name of the player.
    #[must_use]
    pub fn in_player(self, player: &'static str) -> Self {
        Self { player, ..self }
    }
}

/// Checks a setting; NaN is in no range.
///
/// # Errors
/// If the number is outside of the range.
pub fn in_range<N: PartialOrd + fmt::Display>(
    setting: &'static str,
    found: N,
    range: RangeInclusive<N>,
) -> Result<(), SettingsError> {
    if range.contains(&found) {
        return Ok(());
    }
    let expected = format!("{} to {}", range.start(), range.end());
    Err(SettingsError::of(setting, &found.to_string(), &expected))
}

#[cfg(test)]
mod tests {
    use crate::player::PlayerSettings;

    fn checked(text: &str) -> Result<(), String> {
        let settings: PlayerSettings = toml::from_str(text).expect(text);
        settings.check().map_err(|error| error.to_string())
    }

    #[test]
    fn settings_out_of_their_range_are_named() {
        let budget = "found 0, expected 1 to 1000000000000";
        let huge = "found inf, expected -1000000000000000000000000000000 to \
                    1000000000000000000000000000000";
        let tile = "found 1000, expected a tile, 4 to 32768";
        let (no_depth, share) =
            ("depth = { nodes = 1, at-least = 0 }", "found NaN, expected 0 to 1");
        let no_number = "depth = { base = 1.0, per-tile = nan }";
        let no_search = "depth = { base = 1.0, at-least = 0 }";
        for (player, setting, place, expected) in [
            ("expectimax", "depth = 9", "depth", "found 9, expected 0 to 8"),
            ("minimax", "depth = 0", "depth", "found 0, expected 1 to 8"),
            ("minimax", "depth = 9", "depth", "found 9, expected 1 to 8"),
            ("expectimax", no_depth, "depth: at-least", "found 0, expected 1 to 8"),
            ("expectimax", "depth = { nodes = 0 }", "depth: nodes", budget),
            ("minimax", no_search, "depth: at-least", "found 0, expected 1 to 8"),
            ("minimax", no_number, "depth: per-tile", "found NaN, expected -8 to 8"),
            ("expectimax", "probability-cut = nan", "probability-cut", share),
            ("expectimax", "dead-value = inf", "dead-value", huge),
            ("expectimax", "downgrade-from = 1000", "downgrade-from", tile),
            ("look-ahead", "moves = 0", "moves", "found 0, expected 1 to 8"),
            ("monte-carlo", "forced-moves = 6", "forced-moves", "found 6, expected 1 to 5"),
        ] {
            let expected = Err(format!("{player}: {place}: {expected}"));
            assert_eq!(checked(&format!("{player}.{setting}")), expected);
        }
    }

    #[test]
    fn ranges_include_their_ends() {
        for text in [
            "expectimax.depth = 0",
            "expectimax.depth = 8",
            "expectimax.depth = { base = 1.0, at-least = 0 }",
            "minimax.depth = 1",
            "minimax.depth = 8",
            "expectimax.depth = { nodes = 1, at-least = 8 }",
            "look-ahead = { moves = 8, discount = 1.0 }",
        ] {
            assert_eq!(checked(text), Ok(()), "{text}");
        }
    }
}
