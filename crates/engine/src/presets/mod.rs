//! Weights and players that are built into the program, by name.

use std::sync::Arc;

use serde::Deserialize;

use crate::heuristic::corner_matrix::{self, CELLS, DIAGONAL, PUBLISHED};
use crate::heuristic::tuples::{self, Tuples};
use crate::heuristic::{CellValue, HeuristicKind, Orientations, WeightSpec, Weights, rows};
use crate::player::PlayerSettings;
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
    /// Weights that others published, with a player as files have it.
    Published(fn() -> Weights, &'static str),
    /// The network that is built in under the preset's name, with a player as files have it.
    Learned(&'static str),
    /// The player of the preset's name, which has no heuristic.
    Player,
}

/// Expectimax to the default depth: those of the authors of published weights are slow on most machines.
const USUAL: &str = "expectimax = {}";

/// Expectimax that values a dead board like any other.
const DEAD_LIKE_OTHERS: &str = "expectimax.dead-value = 'static'";

/// Expectimax for which a likely dead board outweighs everything else.
const DEAD_OUTWEIGHS: &str = "expectimax.dead-value = -1e20";

/// Expectimax for a network that has learned from few boards with a tile of 16 384.
const DOWNGRADING: &str = "expectimax.downgrade-from = 16384";

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
            Source::Published(|| Weights::defaults(HeuristicKind::Rows), USUAL),
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
            Source::Published(simple, USUAL),
        ),
        preset(
            "corner-published",
            "the matrix found by random search, falling along the reading order",
            Source::Published(|| matrix(PUBLISHED), DEAD_LIKE_OTHERS),
        ),
        preset(
            "corner-diagonal",
            "the matrix made by hand, falling along the diagonals",
            Source::Published(|| matrix(DIAGONAL), DEAD_LIKE_OTHERS),
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
                USUAL,
            ),
        ),
        preset(
            "exponential-snake",
            "the snake of exponentials from one corner, and the squared number of empty cells",
            Source::Published(
                || Weights::defaults(HeuristicKind::ExponentialSnake(Orientations::One)),
                USUAL,
            ),
        ),
        preset(
            "differences",
            "the tiles, less the differences between neighbours",
            Source::Published(|| Weights::defaults(HeuristicKind::Differences), DEAD_OUTWEIGHS),
        ),
        preset(
            "learned-small",
            "a network of rows, columns and squares of four cells, learned by temporal differences",
            Source::Learned(USUAL),
        ),
        preset(
            "learned-medium",
            "a network of seven tuples of five cells, learned by temporal differences; boards from 16 384 on are searched with their tiles halved",
            Source::Learned(DOWNGRADING),
        ),
        preset(
            "monte-carlo",
            "no heuristic: 100 random playouts of each first move",
            Source::Player,
        ),
        preset(
            "model-chasing",
            "the tiles at hand in order along a snake, one ply, never down",
            Source::Player,
        ),
        preset("greedy-merges", "the move that merges most", Source::Player),
        preset("random", "any legal move: the floor", Source::Player),
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
            Source::Player => Weights::defaults(HeuristicKind::None),
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

    /// The player that belongs to the weights.
    pub fn player(&self) -> PlayerSettings {
        let in_files = match self.source {
            Source::Campaign(text) => return CampaignFile::read(text).player,
            Source::Published(_, player) | Source::Learned(player) => player,
            Source::Player => &format!("{} = {{}}", self.name),
        };
        toml::from_str(in_files).expect(BUILT_IN)
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
        let value = |(index, spec): (usize, &WeightSpec)| match heuristic.square() {
            Some(square) if index < CELLS => number(&table[square][index / 4][index % 4]),
            _ => number(&table[&*spec.name]),
        };
        let values = heuristic.weights().iter().enumerate().map(value).collect();
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
