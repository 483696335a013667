//! Players as files and records write them.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use tune2048_engine::player::PlayerSettings;

use super::command::{self, CommandSettings};

/// A kind of player with its settings.
#[derive(Clone, Debug, PartialEq)]
pub enum Player {
    /// A player of this library.
    Board(PlayerSettings),
    /// A program of the user, which plays whole games by itself.
    Program(Box<CommandSettings>),
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

/// Writes the player as one more variant beside those of [`PlayerSettings`].
impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Board(player) => player.serialize(serializer),
            Self::Program(program) => {
                serializer.serialize_newtype_variant(NAME, 0, command::NAME, program)
            }
        }
    }
}

/// The name of the type in formats and schemas.
const NAME: &str = "PlayerSettings";

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
        NAME.into()
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
