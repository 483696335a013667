//! Players and subjects as files, records and jobs write them.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use tune2048_engine::heuristic::HeuristicKind;
use tune2048_engine::player::PlayerSettings;

use super::command::{self, CommandSettings};
use super::{Encoding, Parameter, Subject};

/// A kind of player with its settings. It is written as one more variant beside those of [`PlayerSettings`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Player {
    /// A program of the user, which plays whole games by itself.
    #[serde(rename = "command")]
    Program(Box<CommandSettings>),
    /// A player of this library.
    #[serde(untagged)]
    Board(PlayerSettings),
}

impl Player {
    /// The name of the player in files.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Board(player) => player.name(),
            Self::Program(_) => command::NAME,
        }
    }
}

impl Default for Player {
    fn default() -> Self {
        Self::Board(PlayerSettings::default())
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut kinds = Value::deserialize(deserializer)?;
        let player = match kinds.get_mut(command::NAME).map(Value::take) {
            Some(program) => serde_json::from_value(program).map(Self::Program),
            None => serde_json::from_value(kinds).map(Self::Board),
        };
        player.map_err(D::Error::custom)
    }
}

impl JsonSchema for Player {
    fn schema_name() -> Cow<'static, str> {
        "PlayerSettings".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = PlayerSettings::json_schema(generator);
        let program = json_schema!({
            "description": "A program of the user, which plays whole games by itself.",
            "type": "object",
            "properties": { command::NAME: generator.subschema_for::<CommandSettings>() },
            "required": [command::NAME],
            "additionalProperties": false,
        });
        let kinds = schema.get_mut("oneOf").and_then(|kinds| kinds.as_array_mut());
        kinds.expect("an enum has one schema for each kind").push(program.to_value());
        schema
    }
}

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
        let names: Vec<&str> = data.parameters.iter().map(|one| &*one.name).collect();
        match data.player {
            Player::Program(command) => Ok(Self::program_with(*command, data.parameters)),
            Player::Board(player) => {
                let subject = Self::board_tuning(player, data.heuristic, names.iter().copied());
                if subject.search_settings().len() == names.len() {
                    return Ok(subject);
                }
                Err(format!(
                    "found the settings `{}`, expected settings of the search that can be tuned, none \
                     named as a weight",
                    names.join(", ")
                ))
            }
        }
    }
}
