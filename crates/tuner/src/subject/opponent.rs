//! The sides of a match, whose engines one program starts.

use std::collections::BTreeMap;

use indexmap::IndexSet;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::Configuration;
use super::command::{CommandSettings, refuse};
use super::parameter::{Argument, json_object};
use tune2048_engine::GameSeed;
use tune2048_engine::player::SettingsError;
use tune2048_files::shell::quoted;
use tune2048_files::toml_errors::list;

/// Whom candidates play against.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Opponent {
    /// A word for weights of the campaign.
    Named(NamedOpponent),
    /// Several: the seed of a pair of games says which one it meets.
    List(
        #[serde(deserialize_with = "entries")]
        #[schemars(with = "Vec<Entry>", length(min = 1))]
        Vec<ListedOpponent>,
    ),
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

    /// The opponents of a match with the starting weights in place of a word for them.
    pub(crate) fn settled(&self, start: &Configuration) -> Self {
        match self {
            Self::Named(_) => start.as_opponent(),
            Self::Weights(_) => self.clone(),
            Self::List(list) => {
                let list = list.iter().enumerate();
                Self::List(list.map(|(place, one)| one.settled(place, start)).collect())
            }
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
#[serde(deny_unknown_fields, default)]
pub struct ListedOpponent {
    /// What results call it. Default its engine.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its weights: `"start"`, or given here. Default `"start"`.
    pub weights: ListedWeights,
    /// The engine that plays them. Default `opponent-engine`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engine: Vec<String>,
    /// How many pairs meet it, beside the shares of the others. Default 1.
    #[schemars(range(min = 1))]
    pub share: u32,
}

impl Default for ListedOpponent {
    fn default() -> Self {
        let weights = ListedWeights::Start(Start::Start);
        Self { name: String::new(), weights, engine: Vec::new(), share: 1 }
    }
}

impl ListedOpponent {
    /// The opponent at a place of its list, with its weights and its name.
    fn settled(&self, place: usize, start: &Configuration) -> Self {
        let name = match &self.weights {
            _ if !self.name.is_empty() => self.name.clone(),
            _ if !self.engine.is_empty() => line(&self.engine),
            ListedWeights::Start(_) => "start".to_owned(),
            ListedWeights::Given(_) => format!("opponent {}", place + 1),
        };
        let weights = match &self.weights {
            ListedWeights::Start(_) => ListedWeights::Given(start.named_arguments()),
            given => given.clone(),
        };
        Self { name, weights, ..self.clone() }
    }
}

/// The weights of one of several opponents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ListedWeights {
    /// The starting weights.
    Start(Start),
    /// Weights by name.
    Given(BTreeMap<String, Argument>),
}

/// The word for the starting weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// The starting weights.
    Start,
}

/// An opponent in a list of a file.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Entry {
    /// The starting weights.
    Start(Start),
    /// Weights with an engine, a name, or a share of the games.
    Table(ListedOpponent),
}

fn entries<'de, D: Deserializer<'de>>(list: D) -> Result<Vec<ListedOpponent>, D::Error> {
    let entries = Vec::<Entry>::deserialize(list)?.into_iter();
    let opponent = |entry| match entry {
        Entry::Start(_) => ListedOpponent::default(),
        Entry::Table(opponent) => opponent,
    };
    Ok(entries.map(opponent).collect())
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

impl CommandSettings {
    /// The engine of the other side: the own one, unless another is given.
    pub fn engine_of_opponent(&self) -> &[String] {
        if self.opponent_engine.is_empty() { &self.engine } else { &self.opponent_engine }
    }

    /// Whether `program` plays all of its games with the same engine on both sides.
    pub fn has_one_engine(&self) -> bool {
        self.engine_of_opponent() == self.engine
    }

    /// The opponents, if there is a list of them.
    pub fn opponents(&self) -> &[ListedOpponent] {
        match &self.opponent {
            Some(Opponent::List(opponents)) => opponents,
            _ => &[],
        }
    }

    /// The engines of all sides, with their arguments.
    pub fn engines(&self) -> impl Iterator<Item = &Vec<String>> {
        let listed = self.opponents().iter().map(|one| &one.engine);
        [&self.engine, &self.opponent_engine].into_iter().chain(listed).filter(|of| !of.is_empty())
    }

    /// The settings of a match against one of the opponents.
    pub(super) fn meeting(&self, opponent: &ListedOpponent) -> Self {
        let mut command = self.clone();
        if let ListedWeights::Given(weights) = &opponent.weights {
            command.opponent = Some(Opponent::Weights(weights.clone()));
        }
        if !opponent.engine.is_empty() {
            command.opponent_engine.clone_from(&opponent.engine);
        }
        command
    }

    /// The engines that the program starts, as ` with X`; nothing without engines.
    pub(super) fn engines_in_words(&self) -> String {
        let lines: IndexSet<String> = self.engines().map(|words| line(words)).collect();
        let lines: Vec<String> = lines.into_iter().collect();
        if lines.is_empty() { String::new() } else { format!(" with {}", list(&lines, "and")) }
    }

    /// What plays each side of a match beside the engines: the program with its folder and environment.
    pub fn runner(&self) -> (&[String], Option<&str>, &BTreeMap<String, String>) {
        (&self.program, self.working_folder.as_deref(), &self.environment)
    }

    /// Refuses engines that never play, and an opponent that a program started for each game is not told of.
    pub(super) fn check_sides(&self) -> Result<(), SettingsError> {
        let takes = |name: &str| self.program.iter().skip(1).any(|word| word.contains(name));
        let hides = |name: &str| self.is_started_for_each_game() && !takes(name);
        let expected = "{opponent-weights-file} among the arguments of `program`, or no {seed}: \
             the weights of the other side are in a file or in a request";
        let is_hidden = self.opponent.is_some() && hides("{opponent-weights-file}");
        refuse("opponent", is_hidden.then_some("one"), expected)?;
        let expected = "{engine} among the arguments of `program`, which starts it";
        let is_hidden = !self.engine.is_empty() && hides("{engine}");
        refuse("engine", is_hidden.then(|| line(&self.engine)), expected)?;
        let is_empty = matches!(&self.opponent, Some(Opponent::List(list)) if list.is_empty());
        refuse("opponent", is_empty.then_some("none"), "one or more, such as \"start\"")?;
        let other = self.engines().nth(usize::from(!self.engine.is_empty()));
        let expected = match self.opponent {
            _ if self.engine.is_empty() => "`engine` beside it: the runner starts both",
            Some(Opponent::Named(NamedOpponent::Other)) => {
                "nothing: with opponent = \"self\" both sides play with `engine`"
            }
            None => "`opponent` beside it, such as \"start\"",
            Some(_) if hides("{opponent-engine}") => {
                "{opponent-engine} among the arguments of `program`"
            }
            Some(_) => return Ok(()),
        };
        refuse("opponent-engine", other.map(|words| line(words)), expected)
    }
}

/// Words as a line that a POSIX shell reads back.
pub(super) fn line(words: &[String]) -> String {
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}
