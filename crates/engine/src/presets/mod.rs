//! Weights and players that are built into the program, by name.

use std::sync::Arc;

use serde::Deserialize;

use crate::heuristic::tuples::{self, Tuples};
use crate::heuristic::{
    CellValue, HeuristicKind, Orientations, WeightSpec, Weights, corner_matrix, differences,
    exponential_snake, path,
};
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
    /// The text of its weights file, that of its campaign if one found it.
    file: &'static str,
}

const fn preset(name: &'static str, meaning: &'static str, file: &'static str) -> Preset {
    Preset { name, meaning, file }
}

/// A preset whose weights file is beside this one, by its name.
macro_rules! from_file {
    ($name:literal, $meaning:literal) => {
        preset($name, $meaning, include_str!(concat!($name, ".toml")))
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
            "[player.expectimax]\n[heuristic.rows]",
        ),
        from_file!(
            "tuned-depth1",
            "the row weights of 2014 tuned for depth 1: 1.64 times their mean score there"
        ),
        from_file!("tuned-depth2", "the same tuned for depth 2: 1.34 times their mean score there"),
        from_file!("tuned-depth3", "the same tuned for depth 3: 1.17 times their mean score there"),
        from_file!(
            "tuned-20000-boards",
            "the same tuned for 20 000 boards a move: 1.11 times their mean score there, not certain"
        ),
        from_file!(
            "tuned-depth1-rich",
            "nineteen weights of rows, inner lines apart, and two of the board, tuned for depth 1: 1.82 times the mean score of 2014"
        ),
        from_file!(
            "tuned-depth2-rich",
            "the same tuned for depth 2: 1.40 times the mean score of 2014"
        ),
        from_file!(
            "tuned-2000-boards-rich",
            "the same tuned for 2 000 boards a move: 1.54 times the mean score of 2014"
        ),
        from_file!(
            "tuned-20000-boards-rich",
            "the same tuned for 20 000 boards a move: 1.19 times the mean score of 2014"
        ),
        from_file!(
            "tuned-1ms",
            "the same tuned for 200 000 boards a move, about a millisecond: 1.07 times the mean score of 2014, not certain"
        ),
        from_file!("2014-simple", "the same program before tuning: empty cells and edge bonus"),
        preset(
            "corner-published",
            "the matrix found by random search, falling along the reading order",
            "[player.expectimax]\ndead-value = 'static'\n[heuristic.corner-matrix]",
        ),
        from_file!("corner-diagonal", "the matrix made by hand, falling along the diagonals"),
        from_file!(
            "corner-tuned",
            "a matrix of any order, tuned for depth 2: 1.39 times the mean score of the published one"
        ),
        preset(
            "path",
            "the geometric path with ratio 1/4, along eight snakes",
            "[player.expectimax]\n[heuristic.path]",
        ),
        preset(
            "exponential-snake",
            "the snake of exponentials from one corner, and the squared number of empty cells",
            "[player.expectimax]\n[heuristic.exponential-snake]",
        ),
        preset(
            "differences",
            "the tiles, less the differences between neighbours",
            "[player.expectimax]\ndead-value = -1e20\n[heuristic.differences]",
        ),
        preset(
            "learned-small",
            "a network of rows, columns and squares of four cells, learned by temporal differences",
            "[player.expectimax]\n[heuristic.tuples]\nnetwork = 'learned-small'",
        ),
        preset(
            "learned-medium",
            "a network of seven tuples of five cells, learned by temporal differences; boards from 16 384 on are searched with their tiles halved",
            "[player.expectimax]\ndowngrade-from = 16384\n[heuristic.tuples]\nnetwork = 'learned-medium'",
        ),
        preset(
            "monte-carlo",
            "no heuristic: 100 random playouts of each first move",
            "[player.monte-carlo]",
        ),
        preset(
            "model-chasing",
            "the tiles at hand in order along a snake, one ply, never down",
            "[player.model-chasing]",
        ),
        preset("greedy-merges", "the move that merges most", "[player.greedy-merges]"),
        preset("random", "any legal move: the floor", "[player.random]"),
    ];

    /// The preset of this name, with or without [`PREFIX`](Self::PREFIX).
    pub fn find(name: &str) -> Option<&'static Self> {
        let name = name.strip_prefix(Self::PREFIX).unwrap_or(name);
        const { &Self::ALL }.iter().find(|preset| preset.name == name)
    }

    /// The weights of the heuristic; the kind is `None` for a player without a heuristic.
    pub fn weights(&self) -> Weights {
        self.read().weights()
    }

    /// The preset with these weights. Opens a network only to compare it with another.
    pub fn with_weights(weights: &Weights) -> Option<&'static Self> {
        Self::of_heuristic(weights.heuristic.name()).find(|preset| preset.weights() == *weights)
    }

    /// The presets of a heuristic, by its name. Opens no network and reads no file.
    pub fn of_heuristic(name: &str) -> impl Iterator<Item = &'static Self> {
        let is_named = move |preset: &&Self| {
            let table = preset.file.split_once("[heuristic.");
            let found = table.and_then(|(_, rest)| rest.split_once(']'));
            found.map_or("none", |(found, _)| found) == name
        };
        const { &Self::ALL }.iter().filter(is_named)
    }

    /// The measurements of the preset's campaign, as in a weights file; empty if no
    /// campaign found it.
    pub fn evidence(&self) -> toml::Table {
        self.read().evidence
    }

    /// Whether a campaign found it, for a search of some depth; else the depth is a default, since
    /// those of the authors of published weights are slow on most machines.
    pub fn is_tuned(&self) -> bool {
        !self.evidence().is_empty()
    }

    /// The player that belongs to the weights.
    pub fn player(&self) -> PlayerSettings {
        self.read().player
    }

    fn read(&self) -> PresetFile {
        toml::from_str(self.file).expect(BUILT_IN)
    }
}

/// The weights file of a preset. What it does not give is as it was published, the default.
#[derive(Deserialize)]
struct PresetFile {
    player: PlayerSettings,
    #[serde(default)]
    heuristic: toml::Table,
    #[serde(default)]
    evidence: toml::Table,
}

impl PresetFile {
    fn weights(&self) -> Weights {
        let Some((name, table)) = self.heuristic.iter().next() else {
            return Weights::defaults(HeuristicKind::None);
        };
        let table = table.as_table().expect(BUILT_IN);
        let heuristic = match &**name {
            corner_matrix::NAME => {
                let cells = table.get("cells").map(|cells| cells.clone().try_into());
                HeuristicKind::CornerMatrix(cells.unwrap_or(Ok(CellValue::Face)).expect(BUILT_IN))
            }
            path::NAME => HeuristicKind::Path(Orientations::Eight),
            exponential_snake::NAME => HeuristicKind::ExponentialSnake(Orientations::One),
            differences::NAME => HeuristicKind::Differences,
            tuples::NAME => {
                let network = table["network"].as_str().map(NamedNetwork::open);
                let network = network.expect(BUILT_IN).expect(BUILT_IN);
                HeuristicKind::Tuples(Arc::new(Tuples::new(network, [])))
            }
            _ => HeuristicKind::rows_with(table.keys().map(String::as_str)),
        };
        let value = |(index, spec): (usize, &WeightSpec)| {
            let written = match heuristic.square().and_then(|square| table.get(square)) {
                Some(rows) if index < corner_matrix::CELLS => Some(&rows[index / 4][index % 4]),
                _ => table.get(&*spec.name),
            };
            written.map_or(spec.default, |value| value.clone().try_into().expect(BUILT_IN))
        };
        let values = heuristic.weights().iter().enumerate().map(value).collect();
        Weights { heuristic, values }
    }
}
