//! Subjects as jobs for workers hold them.

use serde::{Deserialize, Serialize};

use super::{Encoding, Parameter, Player, Subject};
use tune2048_engine::heuristic::HeuristicKind;

/// A subject as data.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubjectData {
    player: Player,
    heuristic: HeuristicKind,
    /// The parameters of a program, or the settings of the search that are tuned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<Parameter>,
}

impl From<Subject> for SubjectData {
    fn from(subject: Subject) -> Self {
        let settings = subject.search_settings().iter();
        let parameters = match subject.is_program() {
            true => subject.forms.to_vec(),
            false => settings.map(|spec| Parameter::number(&spec.name)).collect(),
        };
        Self { player: subject.player, heuristic: subject.heuristic, parameters }
    }
}

impl TryFrom<SubjectData> for Subject {
    type Error = String;

    fn try_from(data: SubjectData) -> Result<Self, String> {
        for (index, Parameter { name, encoding, .. }) in data.parameters.iter().enumerate() {
            if matches!(encoding, Encoding::Choice(choices) if choices.is_empty()) {
                return Err(format!("the parameter `{name}` has no choice, expected one"));
            }
            if data.parameters[..index].iter().any(|earlier| earlier.name == *name) {
                return Err(format!("the parameter `{name}` is named twice, expected once"));
            }
        }
        let names = data.parameters.iter().map(|parameter| &*parameter.name);
        match data.player {
            Player::Program(command) => Ok(Self::program_with(*command, data.parameters)),
            Player::Board(player) => {
                let subject = Self::board_tuning(player, data.heuristic, names);
                if subject.search_settings().len() == data.parameters.len() {
                    return Ok(subject);
                }
                let names: Vec<_> = data.parameters.iter().map(|one| &*one.name).collect();
                Err(format!(
                    "found the settings `{}`, expected settings of the search that can be tuned, none \
                     named as a weight",
                    names.join(", ")
                ))
            }
        }
    }
}
