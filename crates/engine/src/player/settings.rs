//! The settings of players, as in files.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::depth::Depth;
use super::downgrading;
use super::greedy_merges::GreedyMergesSettings;
use super::look_ahead::LookAheadSettings;
use super::minimax::MinimaxSettings;
use super::model_chasing::ModelChasingSettings;
use super::monte_carlo::MonteCarloSettings;
use super::random::RandomSettings;
use super::range::{SettingsError, in_range};
use super::terminal_value::TerminalValue;

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
    /// The value of a position without a legal move: a number, or `"static"` for the heuristic's own value of the board.
    pub dead_value: TerminalValue,
    /// A board with this tile, or a larger one, is searched with all tiles above its largest missing one halved, as often as that helps: for weights that were learned with few such boards.
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

/// A kind of player with its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerSettings {
    /// Expectimax search: spawns are random.
    Expectimax(ExpectimaxSettings),
    /// Minimax search with alpha-beta: every spawn is the worst possible one.
    Minimax(MinimaxSettings),
    /// The best sequence of moves as if nothing spawned.
    LookAhead(LookAheadSettings),
    /// Random playouts of each first move; needs no heuristic.
    MonteCarlo(MonteCarloSettings),
    /// One ply towards the tiles in order along a snake; needs no heuristic.
    ModelChasing(ModelChasingSettings),
    /// The move that makes most merges; needs no heuristic.
    GreedyMerges(GreedyMergesSettings),
    /// Any legal move with equal probability; needs no heuristic.
    Random(RandomSettings),
}

impl PlayerSettings {
    /// The names of the players without a heuristic.
    pub const WITHOUT_HEURISTIC: [&'static str; 4] =
        ["monte-carlo", "model-chasing", "greedy-merges", "random"];

    /// The name of the player in files.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Expectimax(_) => "expectimax",
            Self::Minimax(_) => "minimax",
            Self::LookAhead(_) => "look-ahead",
            Self::MonteCarlo(_) => "monte-carlo",
            Self::ModelChasing(_) => "model-chasing",
            Self::GreedyMerges(_) => "greedy-merges",
            Self::Random(_) => "random",
        }
    }

    /// Whether the moves depend on a heuristic.
    pub fn uses_heuristic(&self) -> bool {
        !Self::WITHOUT_HEURISTIC.contains(&self.name())
    }

    /// Checks that every number is in the range that its setting documents.
    ///
    /// # Errors
    /// The first setting out of its range, with the range.
    pub fn check(&self) -> Result<(), SettingsError> {
        self.check_ranges().map_err(|error| error.in_player(self.name()))
    }

    fn check_ranges(&self) -> Result<(), SettingsError> {
        match self {
            Self::Expectimax(settings) => {
                settings.depth.check(0)?;
                in_range("probability-cut", settings.probability_cut, 0.0..=1.0)?;
                let slots = settings.transposition_slots;
                in_range("transposition-slots", slots, 0..=MAX_SLOTS)?;
                if let Some(tile) = settings.downgrade_from
                    && downgrading::rank_of(tile).is_none()
                {
                    let (name, expected) = ("downgrade-from", "a tile, 4 to 32768");
                    return Err(SettingsError::of(name, &tile.to_string(), expected));
                }
                settings.dead_value.check()
            }
            Self::Minimax(settings) => {
                settings.depth.check(1)?;
                settings.dead_value.check()
            }
            Self::LookAhead(settings) => settings.check(),
            Self::MonteCarlo(settings) => settings.check(),
            Self::ModelChasing(_) | Self::GreedyMerges(_) | Self::Random(_) => Ok(()),
        }
    }

    /// The depth of the search, if the player has one.
    pub fn depth_mut(&mut self) -> Option<&mut Depth> {
        match self {
            Self::Expectimax(settings) => Some(&mut settings.depth),
            Self::Minimax(settings) => Some(&mut settings.depth),
            _ => None,
        }
    }

    /// Sets the depth of the search; `option` names the setting in the error.
    ///
    /// # Errors
    /// If the player does not search to a depth.
    pub fn set_depth(&mut self, depth: Depth, option: &'static str) -> Result<(), NoDepthError> {
        let player = self.to_string();
        let own = self.depth_mut().ok_or(NoDepthError { option, player })?;
        *own = depth;
        Ok(())
    }
}

/// A depth is given to a player that does not search to one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{option}: found the player {player}, expected one that searches to a depth - leave the \
     option out"
)]
pub struct NoDepthError {
    /// The option.
    pub option: &'static str,
    /// The player, in words.
    pub player: String,
}

impl Default for PlayerSettings {
    fn default() -> Self {
        Self::Expectimax(ExpectimaxSettings::default())
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

/// Writes for example `expectimax depth 2`.
impl fmt::Display for PlayerSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expectimax(settings) => settings.fmt(formatter),
            Self::Minimax(settings) => settings.fmt(formatter),
            Self::LookAhead(settings) => settings.fmt(formatter),
            Self::MonteCarlo(settings) => settings.fmt(formatter),
            Self::ModelChasing(settings) => settings.fmt(formatter),
            Self::GreedyMerges(_) | Self::Random(_) => formatter.write_str(self.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_what_changes_games() {
        let usual = ExpectimaxSettings::default();
        let words = |settings| PlayerSettings::Expectimax(settings).to_string();
        assert_eq!(words(usual), "expectimax depth 1");
        let cut = ExpectimaxSettings {
            probability_cut: 0.01,
            transposition_slots: 0,
            dead_value: TerminalValue::Number(-500.0),
            downgrade_from: Some(16_384),
            ..usual
        };
        let all = "expectimax depth 1, cut 0.01, dead boards -500, tiles downgraded from 16384";
        assert_eq!(words(cut), all);
        let lowest = ExpectimaxSettings { dead_value: TerminalValue::Number(-1e20), ..usual };
        assert_eq!(words(lowest), "expectimax depth 1, dead boards -1e20");
        // A budget cuts no branch.
        let budget =
            ExpectimaxSettings { depth: Depth::Nodes(crate::player::NodeBudget::default()), ..cut };
        assert!(!words(budget).contains("cut"), "{budget}");
    }
}
