//! The settings of a player that are tuned like weights.

use std::borrow::Cow;

use super::depth::Depth;
use super::depth_schedule::DepthSchedule;
use super::settings::{ExpectimaxSettings, PlayerSettings};
use super::terminal_value::TerminalValue;
use crate::heuristic::Weights;

impl PlayerSettings {
    /// The player with the search settings among some weights in place of its own. Other players
    /// than expectimax have none that are tuned.
    pub fn with_weights(&self, weights: &Weights) -> Cow<'_, Self> {
        let mut settings = weights.search_settings().peekable();
        let (Self::Expectimax(own), true) = (self, settings.peek().is_some()) else {
            return Cow::Borrowed(self);
        };
        let mut player = *own;
        for (name, value) in settings {
            player.set(name, value);
        }
        Cow::Owned(Self::Expectimax(player))
    }

    /// The value of a search setting that can be tuned, by its name; `None` if the player has
    /// no such number.
    pub fn search_setting(&self, name: &str) -> Option<f64> {
        let Self::Expectimax(settings) = self else {
            return None;
        };
        settings.get(name)
    }
}

impl ExpectimaxSettings {
    fn get(&self, name: &str) -> Option<f64> {
        let schedule = match self.depth {
            Depth::Schedule(schedule) => Some(schedule),
            _ => None,
        };
        match (name, self.depth, self.dead_value) {
            ("depth", Depth::Fixed(depth), _) => Some(f64::from(depth)),
            ("depth.base", ..) => schedule.map(|schedule| schedule.base),
            ("depth.per-free-cell", ..) => schedule.map(|schedule| schedule.per_free_cell),
            ("depth.per-tile", ..) => schedule.map(|schedule| schedule.per_tile),
            ("depth.at-least", ..) => schedule.map(|schedule| f64::from(schedule.at_least)),
            ("depth.at-most", ..) => schedule.map(|schedule| f64::from(schedule.at_most)),
            ("probability-cut", ..) => Some(self.probability_cut),
            ("transposition-slots", ..) => Some(f64::from(self.transposition_slots)),
            ("dead-value", _, TerminalValue::Number(value)) => Some(value),
            _ => None,
        }
    }

    /// Sets a number by its name; counts are rounded. Unknown names are ignored.
    fn set(&mut self, name: &str, value: f64) {
        if let Some(part) = name.strip_prefix("depth.") {
            let mut schedule = match self.depth {
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
            self.depth = Depth::Schedule(schedule);
            return;
        }
        match name {
            "depth" => self.depth = Depth::Fixed(value.round() as u8),
            "probability-cut" => self.probability_cut = value,
            "transposition-slots" => self.transposition_slots = value.round() as u32,
            "dead-value" => self.dead_value = TerminalValue::Number(value),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{HeuristicKind, SEARCH_SETTINGS};

    #[test]
    fn every_setting_that_is_set_is_found_again() {
        for setting in &SEARCH_SETTINGS {
            let name = &*setting.weight.name;
            let kind = HeuristicKind::Rows.with_search([name]);
            let value = setting.weight.high;
            let weights = Weights::defaults(kind).with(name, value);
            let player = PlayerSettings::default();
            let tuned = player.with_weights(&weights);
            assert_eq!(tuned.search_setting(name), Some(value), "{name}");
            assert_eq!(tuned.check(), Ok(()), "{name}");
            let again = tuned.with_weights(&weights);
            assert_eq!(again, tuned, "{name}");
        }
    }

    #[test]
    fn weights_without_settings_leave_the_player_as_it_is() {
        let player = PlayerSettings::default();
        let weights = Weights::defaults(HeuristicKind::Rows);
        assert!(matches!(player.with_weights(&weights), Cow::Borrowed(_)));
    }
}
