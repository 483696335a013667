//! The other side of a match.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parameter::{Argument, json_object};
use super::sides::line;
use tune2048_engine::GameSeed;

/// Whom candidates play against.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Opponent {
    /// A word for weights of the campaign.
    Named(NamedOpponent),
    /// Several: the seed of a pair of games says which one it meets.
    List(#[schemars(length(min = 1))] Vec<ListedOpponent>),
    /// Weights by name, as the program is given them.
    Weights(BTreeMap<String, Argument>),
}

impl Opponent {
    /// The opponent's weights as a JSON object.
    pub fn to_json(&self) -> String {
        match self {
            Self::Weights(weights) => json_object(weights),
            Self::Named(_) | Self::List(_) => "null".to_owned(),
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

/// One of several opponents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Entry")]
pub struct ListedOpponent {
    /// What results call it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its weights.
    pub weights: ListedWeights,
    /// The engine that plays them; without words that of other opponents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engine: Vec<String>,
    /// How many pairs meet it, beside the shares of the others.
    pub share: u32,
}

/// The weights of one of several opponents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ListedWeights {
    /// `start`, or a file of weights that is not read yet.
    Word(String),
    /// Weights by name.
    Given(BTreeMap<String, Argument>),
}

/// An opponent in a list of a file.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Entry {
    /// `"start"` for the starting weights, or a weights file.
    Word(String),
    /// Weights with an engine, a name, or a share of the games.
    Table(EntryTable),
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct EntryTable {
    /// `"start"`, a weights file, or weights that are given here. Default `"start"`.
    weights: Option<ListedWeights>,
    /// The engine that plays them. Default that of the file, or `opponent-engine`.
    engine: Vec<String>,
    /// How many pairs meet it, beside the shares of the others. Default 1.
    #[schemars(range(min = 1))]
    share: Option<u32>,
    /// What results call it. Default its file or its engine.
    name: String,
}

impl From<Entry> for ListedOpponent {
    fn from(entry: Entry) -> Self {
        let EntryTable { weights, engine, share, name } = match entry {
            Entry::Table(table) => table,
            Entry::Word(word) => {
                EntryTable { weights: Some(ListedWeights::Word(word)), ..EntryTable::default() }
            }
        };
        let weights = weights.unwrap_or_else(|| ListedWeights::Word("start".to_owned()));
        let name = match &weights {
            _ if !name.is_empty() => name,
            _ if !engine.is_empty() => line(&engine),
            ListedWeights::Word(word) => word.clone(),
            ListedWeights::Given(_) => name,
        };
        Self { name, weights, engine, share: share.unwrap_or(1) }
    }
}

/// The place in a list of the opponent that a game meets.
pub fn met_by(opponents: &[ListedOpponent], seed: GameSeed) -> usize {
    let total: u64 = opponents.iter().map(|one| u64::from(one.share)).sum();
    // The bits that a program is given as its seed choose the opening; mixed, they do not choose the opponent too.
    let mixed = u128::from(seed.0.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut left = ((mixed * u128::from(total)) >> 64) as u64;
    let is_met = |one: &ListedOpponent| {
        let share = u64::from(one.share);
        let is_here = left < share;
        left = left.saturating_sub(share);
        is_here
    };
    opponents.iter().position(is_met).unwrap_or_default()
}
