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
    /// The text of its weights file, that of its campaign if one found it, below its meaning.
    file: &'static str,
}

/// The presets of these names, whose files are beside this one.
macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        [$(Preset { name: $name, file: include_str!(concat!($name, ".toml")) }),*]
    };
}

impl Preset {
    /// The start of a name that means a preset, where results have the same name.
    pub const PREFIX: &str = "preset:";

    /// Every preset; those for the same heuristic follow each other.
    pub const ALL: [Self; 23] = presets![
        "2014",
        "tuned-depth1",
        "tuned-depth2",
        "tuned-depth3",
        "tuned-20000-boards",
        "tuned-depth1-rich",
        "tuned-depth2-rich",
        "tuned-2000-boards-rich",
        "tuned-20000-boards-rich",
        "tuned-1ms",
        "2014-simple",
        "corner-published",
        "corner-diagonal",
        "corner-tuned",
        "path",
        "exponential-snake",
        "differences",
        "learned-small",
        "learned-medium",
        "monte-carlo",
        "model-chasing",
        "greedy-merges",
        "random",
    ];

    /// The preset of this name, with or without [`PREFIX`](Self::PREFIX).
    pub fn find(name: &str) -> Option<&'static Self> {
        let name = name.strip_prefix(Self::PREFIX).unwrap_or(name);
        const { &Self::ALL }.iter().find(|preset| preset.name == name)
    }

    /// The player in words, with the origin of its weights: the first line of its file.
    pub fn meaning(&self) -> &'static str {
        self.file.lines().next().and_then(|line| line.strip_prefix("# ")).expect(BUILT_IN)
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
