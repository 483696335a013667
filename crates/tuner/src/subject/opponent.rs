//! The other side of a match.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parameter::{Argument, json_object};

/// Whom candidates play against.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Opponent {
    /// A word for weights of the campaign.
    Named(NamedOpponent),
    /// Weights by name, as the program is given them.
    Weights(BTreeMap<String, Argument>),
}

impl Opponent {
    /// The opponent's weights as a JSON object.
    pub fn to_json(&self) -> String {
        match self {
            Self::Named(_) => "null".to_owned(),
            Self::Weights(weights) => json_object(weights),
        }
    }
}

/// The word for weights of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NamedOpponent {
    /// The starting weights.
    Start,
    /// Another candidate of the same generation.
    #[serde(rename = "self")]
    Other,
}
