//! Players: one file per way to choose moves.
//!
//! [`build`] makes a player from its [`PlayerSettings`] and the tables of any heuristic.
//!
//! To add a player, write a file with its settings and the values of its moves, add a variant to
//! [`PlayerSettings`], which defines its keys in files, an example, its words, and a case to [`build`]. A player without weights can be a [preset](crate::presets).

mod budget_search;
mod chance_bound;
mod chance_node;
mod children;
mod cut;
mod depth;
mod downgrading;
mod expectimax;
mod expectimax_settings;
mod horizon;
mod leaf;
mod look_ahead;
mod memory;
mod minimax;
mod model_chasing;
mod monte_carlo;
mod root_moves;
mod setting;
mod star;
mod transposition;
mod valuing;

pub use depth::{Depth, DepthRule, DepthSchedule, NodeBudget, NodesOf};
pub use downgrading::{downgraded, rank_of};
pub use expectimax::expectimax;
pub use expectimax_settings::{ExpectimaxSettings, SEARCH_SETTINGS, SearchSetting};
pub use look_ahead::LookAheadSettings;
pub use minimax::{Minimax, MinimaxSettings};
pub use model_chasing::ModelChasingSettings;
pub use monte_carlo::MonteCarloSettings;
pub use setting::{SettingsError, StaticValue, TerminalValue, in_range};
pub use valuing::{GreedyMergesSettings, RandomSettings};

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Board, Player};
use crate::heuristic::Tables;
use valuing::Valuing;

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

    /// Every player, expectimax in each of its ways to search; a game takes little time with each.
    pub fn examples() -> Vec<Self> {
        let in_files = [
            "expectimax = {}",
            "expectimax = { depth = 2, transposition-slots = 0 }",
            "expectimax = { depth = 2, dead-value = 'static' }",
            "expectimax.depth.nodes = 200",
            "minimax = {}",
            "look-ahead.moves = 2",
            "monte-carlo.playouts = 2",
            "model-chasing = {}",
            "greedy-merges = {}",
            "random = {}",
        ];
        in_files.map(|text| toml::from_str(text).expect("a test reads every example")).into()
    }

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
        let checked = match self {
            Self::Expectimax(settings) => settings.check(),
            Self::Minimax(settings) => settings.check(),
            Self::LookAhead(settings) => settings.check(),
            Self::MonteCarlo(settings) => settings.check(),
            Self::ModelChasing(_) | Self::GreedyMerges(_) | Self::Random(_) => Ok(()),
        };
        checked.map_err(|error| error.in_player(self.name()))
    }

    /// The board as the player sees it.
    pub fn seen(&self, board: Board) -> Board {
        match self {
            Self::Expectimax(own) => own.seen(board),
            _ => board,
        }
    }

    /// The depth of the search from a board, if it is known before the search.
    pub fn depth_from(&self, board: Board) -> Option<u32> {
        self.clone().depth_mut()?.of(self.seen(board))
    }

    /// The depth of the search, if the player has one.
    pub fn depth_mut(&mut self) -> Option<&mut Depth> {
        match self {
            Self::Expectimax(settings) => Some(&mut settings.depth),
            Self::Minimax(settings) => Some(&mut settings.depth),
            _ => None,
        }
    }
}

impl Default for PlayerSettings {
    fn default() -> Self {
        Self::Expectimax(ExpectimaxSettings::default())
    }
}

/// Writes for example `expectimax depth 2`.
impl fmt::Display for PlayerSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = |count| if count == 1 { "" } else { "s" };
        match self {
            Self::Expectimax(own) => own.fmt(formatter),
            Self::Minimax(own) => write!(formatter, "minimax {}", own.depth),
            Self::LookAhead(own) => {
                write!(formatter, "look-ahead {} move{}", own.moves, s(own.moves.into()))
            }
            Self::MonteCarlo(own) => {
                write!(formatter, "monte-carlo {} playout{}", own.playouts, s(own.playouts))?;
                match own.forced_moves {
                    1 => Ok(()),
                    forced => write!(formatter, ", {forced} forced moves"),
                }
            }
            Self::ModelChasing(_) | Self::GreedyMerges(_) | Self::Random(_) => {
                formatter.write_str(self.name())
            }
        }
    }
}

/// Builds the player of the settings over the tables of any heuristic.
///
/// [`PlayerSettings::check`] must accept the settings; with others the player may panic or
/// never end its search.
pub fn build<'t>(settings: &PlayerSettings, tables: &'t Tables) -> Box<dyn Player + 't> {
    match *settings {
        PlayerSettings::Expectimax(own) => expectimax(&**tables, &own),
        PlayerSettings::Minimax(own) => Box::new(Minimax::new(&**tables, &own)),
        PlayerSettings::LookAhead(own) => {
            valuing(move |board, nodes| own.values(&**tables, board, own.moves, 1.0, nodes))
        }
        PlayerSettings::MonteCarlo(own) => valuing(move |board, nodes| own.values(board, nodes)),
        PlayerSettings::ModelChasing(_) => valuing(ModelChasingSettings::values),
        PlayerSettings::GreedyMerges(_) => valuing(GreedyMergesSettings::values),
        PlayerSettings::Random(own) => valuing(move |board, _| own.values(board)),
    }
}

fn valuing<'t>(values: impl Fn(Board, &mut u64) -> [Option<f64>; 4] + 't) -> Box<dyn Player + 't> {
    Box::new(Valuing { values, nodes: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str) -> Result<(), String> {
        let settings: PlayerSettings = toml::from_str(text).expect(text);
        settings.check().map_err(|error| error.to_string())
    }

    #[test]
    fn every_player_has_an_example_and_its_name_in_files() {
        let schema = schemars::schema_for!(PlayerSettings);
        let kinds = schema.get("oneOf").and_then(|kinds| kinds.as_array()).expect("an enum");
        let in_files = kinds.iter().map(|kind| kind["required"][0].as_str().expect("a name"));
        let mut names: Vec<_> =
            PlayerSettings::examples().iter().map(PlayerSettings::name).collect();
        names.dedup();
        assert_eq!(names, in_files.collect::<Vec<_>>());
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
        let budget = ExpectimaxSettings { depth: Depth::Nodes(NodeBudget::default()), ..cut };
        assert!(!words(budget).contains("cut"), "{budget}");
    }
}
