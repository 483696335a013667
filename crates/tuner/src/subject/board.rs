//! A player of this library with its heuristic.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tune2048_engine::{BoardPlayer, HeuristicKind, PlayerSettings, WeightSpec, Weights};

use tune2048_engine::player::{SEARCH_SETTINGS, SearchSetting};

/// A player of this library with its heuristic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "BoardData", into = "BoardData")]
pub struct BoardSubject {
    /// The way in which moves are chosen. Settings that are tuned have some value here.
    pub player: PlayerSettings,
    heuristic: HeuristicKind,
    /// The weights of the heuristic, then the settings of the search that are tuned.
    pub(super) parameters: Arc<[WeightSpec]>,
}

impl BoardSubject {
    /// A player with its heuristic and the settings of these names beside its weights, in the
    /// order of [`SEARCH_SETTINGS`]; unknown names and those of weights are ignored.
    pub(super) fn new<'n>(
        player: PlayerSettings,
        heuristic: HeuristicKind,
        tuned: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let names: Vec<&str> = tuned.into_iter().collect();
        let settings = SEARCH_SETTINGS.iter().map(|setting| &setting.weight);
        let is_tuned = |weight: &&WeightSpec| {
            names.contains(&&*weight.name) && heuristic.weight_index(&weight.name).is_none()
        };
        let settings = settings.filter(is_tuned);
        Self {
            parameters: heuristic.weights().iter().chain(settings).cloned().collect(),
            player,
            heuristic,
        }
    }

    /// The heuristic.
    pub fn heuristic(&self) -> &HeuristicKind {
        &self.heuristic
    }

    /// The settings of the search that are tuned, which come after the weights.
    pub(super) fn settings(&self) -> &[WeightSpec] {
        &self.parameters[self.heuristic.weights().len()..]
    }

    /// The player with values of the parameters.
    pub(super) fn with_values(&self, values: &[f64]) -> BoardPlayer {
        let (weights, settings) = values.split_at(self.heuristic.weights().len());
        let mut player = self.player.clone();
        // Only expectimax has settings that are tuned.
        if let PlayerSettings::Expectimax(player) = &mut player {
            for (setting, value) in self.settings().iter().zip(settings) {
                if let Some(setting) = SearchSetting::find(&setting.name) {
                    setting.set(player, *value);
                }
            }
        }
        BoardPlayer {
            settings: player,
            weights: Weights { heuristic: self.heuristic.clone(), values: weights.to_vec() },
        }
    }
}

/// A board player as data.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardData {
    player: PlayerSettings,
    heuristic: HeuristicKind,
    /// The names of the settings that are tuned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    settings: Vec<String>,
}

impl From<BoardSubject> for BoardData {
    fn from(subject: BoardSubject) -> Self {
        let settings = subject.settings().iter();
        Self {
            settings: settings.map(|weight| weight.name.to_string()).collect(),
            player: subject.player,
            heuristic: subject.heuristic,
        }
    }
}

impl TryFrom<BoardData> for BoardSubject {
    type Error = String;

    fn try_from(data: BoardData) -> Result<Self, String> {
        let names = data.settings.iter().map(String::as_str);
        let subject = Self::new(data.player, data.heuristic, names);
        if subject.settings().len() == data.settings.len() {
            return Ok(subject);
        }
        Err(format!(
            "found the settings `{}`, expected settings of the search that can be tuned, each once, \
             and none twice as a weight",
            data.settings.join(", ")
        ))
    }
}
