//! Weights and players that are built into the program, by name.

use std::sync::Arc;

use serde::Deserialize;

use crate::heuristic::corner_matrix::{self, CELLS, DIAGONAL, PUBLISHED};
use crate::heuristic::tuples::{self, Tuples};
use crate::heuristic::{CellValue, HeuristicKind, Orientations, Weights, rows};
use crate::player::{
    ExpectimaxSettings, GreedyMergesSettings, ModelChasingSettings, MonteCarloSettings,
    PlayerSettings, RandomSettings, StaticValue, TerminalValue,
};
use crate::tuples::NamedNetwork;

const BUILT_IN: &str = "a test reads every built-in file";

/// A built-in player with its weights, if it has any.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name, accepted wherever a weights file is expected.
    pub name: &'static str,
    /// The player in words, with the origin of its weights.
    pub meaning: &'static str,
    source: Source,
}

/// The origin of a preset's weights and player.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The text of the weights file of the campaign that found them.
    Campaign(&'static str),
    /// Weights and players that others published.
    Published(fn() -> Weights, fn() -> PlayerSettings),
    /// The network that is built in under the preset's name.
    Learned(fn() -> PlayerSettings),
    /// A player without a heuristic.
    Player(fn() -> PlayerSettings),
}

const fn preset(name: &'static str, meaning: &'static str, source: Source) -> Preset {
    Preset { name, meaning, source }
}

/// A preset whose weights file is beside this one, by its name.
macro_rules! campaign {
    ($name:literal, $meaning:literal) => {
        preset($name, $meaning, Source::Campaign(include_str!(concat!($name, ".toml"))))
    };
}

impl Preset {
    /// The start of a name that means a preset, where results have the same name.
    pub const PREFIX: &str = "preset:";

    /// Every preset; those for the same heuristic follow each other.
    pub const ALL: [Self; 23] = [
        preset(
            "2014",
            "the row weights that everybody copies, found by CMA-ES in 2014",
            Source::Published(|| Weights::defaults(HeuristicKind::Rows), PlayerSettings::default),
        ),
        campaign!(
            "tuned-depth1",
            "the row weights of 2014 tuned for depth 1: 1.64 times their mean score there"
        ),
        campaign!("tuned-depth2", "the same tuned for depth 2: 1.34 times their mean score there"),
        campaign!("tuned-depth3", "the same tuned for depth 3: 1.17 times their mean score there"),
        campaign!(
            "tuned-20000-boards",
            "the same tuned for 20 000 boards a move: 1.11 times their mean score there, not certain"
        ),
        campaign!(
            "tuned-depth1-rich",
            "nineteen weights of rows, inner lines apart, and two of the board, tuned for depth 1: 1.82 times the mean score of 2014"
        ),
        campaign!(
            "tuned-depth2-rich",
            "the same tuned for depth 2: 1.40 times the mean score of 2014"
        ),
        campaign!(
            "tuned-2000-boards-rich",
            "the same tuned for 2 000 boards a move: 1.54 times the mean score of 2014"
        ),
        campaign!(
            "tuned-20000-boards-rich",
            "the same tuned for 20 000 boards a move: 1.19 times the mean score of 2014"
        ),
        campaign!(
            "tuned-1ms",
            "the same tuned for 200 000 boards a move, about a millisecond: 1.07 times the mean score of 2014, not certain"
        ),
        preset(
            "2014-simple",
            "the same program before tuning: empty cells and edge bonus",
            Source::Published(simple, PlayerSettings::default),
        ),
        preset(
            "corner-published",
            "the matrix found by random search, falling along the reading order",
            Source::Published(|| matrix(PUBLISHED), static_terminal_value),
        ),
        preset(
            "corner-diagonal",
            "the matrix made by hand, falling along the diagonals",
            Source::Published(|| matrix(DIAGONAL), static_terminal_value),
        ),
        campaign!(
            "corner-tuned",
            "a matrix of any order, tuned for depth 2: 1.39 times the mean score of the published one"
        ),
        preset(
            "path",
            "the geometric path with ratio 1/4, along eight snakes",
            Source::Published(
                || Weights::defaults(HeuristicKind::Path(Orientations::Eight)),
                PlayerSettings::default,
            ),
        ),
        preset(
            "exponential-snake",
            "the snake of exponentials from one corner, and the squared number of empty cells",
            Source::Published(
                || Weights::defaults(HeuristicKind::ExponentialSnake(Orientations::One)),
                PlayerSettings::default,
            ),
        ),
        preset(
            "differences",
            "the tiles, less the differences between neighbours",
            Source::Published(|| Weights::defaults(HeuristicKind::Differences), low_terminal_value),
        ),
        preset(
            "learned-small",
            "a network of rows, columns and squares of four cells, learned by temporal differences",
            Source::Learned(PlayerSettings::default),
        ),
        preset(
            "learned-medium",
            "a network of seven tuples of five cells, learned by temporal differences; boards from 16 384 on are searched with their tiles halved",
            Source::Learned(downgrading),
        ),
        preset(
            "monte-carlo",
            "no heuristic: 100 random playouts of each first move",
            Source::Player(|| PlayerSettings::MonteCarlo(MonteCarloSettings::default())),
        ),
        preset(
            "model-chasing",
            "the tiles at hand in order along a snake, one ply, never down",
            Source::Player(|| PlayerSettings::ModelChasing(ModelChasingSettings::default())),
        ),
        preset(
            "greedy-merges",
            "the move that merges most",
            Source::Player(|| PlayerSettings::GreedyMerges(GreedyMergesSettings::default())),
        ),
        preset(
            "random",
            "any legal move: the floor",
            Source::Player(|| PlayerSettings::Random(RandomSettings::default())),
        ),
    ];

    /// The preset of this name, with or without [`PREFIX`](Self::PREFIX).
    pub fn find(name: &str) -> Option<&'static Self> {
        let name = name.strip_prefix(Self::PREFIX).unwrap_or(name);
        const { &Self::ALL }.iter().find(|preset| preset.name == name)
    }

    /// The weights of the heuristic; the kind is `None` for a player without a heuristic.
    pub fn weights(&self) -> Weights {
        match self.source {
            Source::Campaign(text) => CampaignFile::read(text).weights(),
            Source::Published(weights, _) => weights(),
            Source::Learned(_) => learned(self.name),
            Source::Player(_) => Weights::defaults(HeuristicKind::None),
        }
    }

    /// The preset with these weights. Opens a network only to compare it with another.
    pub fn with_weights(weights: &Weights) -> Option<&'static Self> {
        Self::of_heuristic(weights.heuristic.name()).find(|preset| preset.weights() == *weights)
    }

    /// The presets of a heuristic, by its name. Opens no network and reads no file.
    pub fn of_heuristic(name: &str) -> impl Iterator<Item = &'static Self> {
        let is_named = move |preset: &&Self| match preset.source {
            Source::Campaign(text) => text.contains(&format!("\n[heuristic.{name}]\n")),
            Source::Learned(_) => name == tuples::NAME,
            _ => preset.weights().heuristic.name() == name,
        };
        const { &Self::ALL }.iter().filter(is_named)
    }

    /// The measurements of the preset's campaign, as in a weights file; empty if no
    /// campaign found it.
    pub fn evidence(&self) -> toml::Table {
        match self.source {
            Source::Campaign(text) => CampaignFile::read(text).evidence,
            _ => toml::Table::new(),
        }
    }

    /// Whether a campaign found it, for a search of some depth; else the depth is a default.
    pub fn is_tuned(&self) -> bool {
        matches!(self.source, Source::Campaign(_))
    }

    /// The player that belongs to the weights. Published weights come with the default
    /// depth, since the depths of their authors are slow on most machines.
    pub fn player(&self) -> PlayerSettings {
        match self.source {
            Source::Campaign(text) => CampaignFile::read(text).player,
            Source::Published(_, player) | Source::Learned(player) | Source::Player(player) => {
                player()
            }
        }
    }
}

/// The weights file of a campaign.
#[derive(Deserialize)]
struct CampaignFile {
    player: PlayerSettings,
    heuristic: toml::Table,
    evidence: toml::Table,
}

impl CampaignFile {
    fn read(text: &str) -> Self {
        toml::from_str(text).expect(BUILT_IN)
    }

    fn weights(&self) -> Weights {
        let (name, table) = self.heuristic.iter().next().expect(BUILT_IN);
        let table = table.as_table().expect(BUILT_IN);
        let heuristic = if name == corner_matrix::NAME {
            let cells = table["cells"].clone();
            HeuristicKind::CornerMatrix(cells.try_into().expect(BUILT_IN))
        } else {
            HeuristicKind::rows_with(table.keys().map(String::as_str))
        };
        let rows = heuristic.square().map(|name| &table[name]);
        let rows = rows.and_then(toml::Value::as_array).into_iter().flatten();
        let cells: Vec<f64> =
            rows.flat_map(|row| row.as_array().expect(BUILT_IN)).map(number).collect();
        let others = heuristic.weights().iter().skip(cells.len());
        let others = others.map(|spec| number(&table[&*spec.name]));
        let values = cells.iter().copied().chain(others).collect();
        Weights { heuristic, values }
    }
}

/// The number of a file; its integers are small enough to be exact.
fn number(value: &toml::Value) -> f64 {
    let integer = value.as_integer().map(|integer| integer as f64);
    integer.or(value.as_float()).expect(BUILT_IN)
}

/// A network that is built in.
fn learned(name: &str) -> Weights {
    let network = NamedNetwork::open(name).expect(BUILT_IN);
    Weights::defaults(HeuristicKind::Tuples(Arc::new(Tuples::new(network, []))))
}

/// Expectimax for a network that has learned from few boards with a tile of 16 384.
fn downgrading() -> PlayerSettings {
    PlayerSettings::Expectimax(ExpectimaxSettings {
        downgrade_from: Some(16_384),
        ..ExpectimaxSettings::default()
    })
}

/// Expectimax that values a dead board like any other.
fn static_terminal_value() -> PlayerSettings {
    expectimax(TerminalValue::Static(StaticValue::Static))
}

/// Expectimax for which a likely dead board outweighs everything else.
fn low_terminal_value() -> PlayerSettings {
    expectimax(TerminalValue::Number(-1e20))
}

fn expectimax(dead_value: TerminalValue) -> PlayerSettings {
    PlayerSettings::Expectimax(ExpectimaxSettings { dead_value, ..ExpectimaxSettings::default() })
}

/// 20 000 per empty cell, which stands in one row and one column, and 20 000
/// per row and column whose largest rank is at an end.
fn simple() -> Weights {
    Weights { heuristic: HeuristicKind::Rows, values: vec![0.0; rows::WEIGHTS.len()] }
        .with("empty", 10_000.0)
        .with("edge", 20_000.0)
        .with("monotonicity-exponent", 4.0)
        .with("sum-exponent", 3.5)
}

fn matrix(entries: [f64; CELLS]) -> Weights {
    Weights { heuristic: HeuristicKind::CornerMatrix(CellValue::Face), values: entries.to_vec() }
}
