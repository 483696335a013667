//! One parameter of a program in a file: a fixed value, or what it may be.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::subject::{Argument, Choice, Condition, Encoding, Parameter};
use tune2048_engine::heuristic::Scale;
use tune2048_files::toml_errors::number;

/// The table of the parameters.
pub(super) const PARAMETERS: &str = "heuristic.command";

/// The largest number of choices, of steps, and of entries of an array.
pub(super) const MAX_LENGTH: usize = 4096;

/// The numbers of the parameters that a fixed value stands for.
pub(super) fn numbers(fixed: &Argument) -> Vec<f64> {
    match fixed {
        Argument::One(Choice::Number(value)) => vec![*value],
        // The only one to choose.
        Argument::One(_) => vec![0.0],
        Argument::Array(entries) => entries.clone(),
    }
}

/// A parameter of a program is a value that stays fixed, or a table: a range from `low` to `high`, a
/// list of `choices` or of `values`, or an array with a `length`; each has a `start`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Parameter")]
pub(crate) enum ParameterEntry {
    /// A value that stays fixed.
    Fixed(Argument),
    /// What is tuned.
    Tuned(Box<ParameterTable>),
}

/// What a parameter may be, and the start of the search.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "ParameterRange")]
pub(crate) struct ParameterTable {
    /// The start of the search: a choice, a number, or for an array one number for all entries or one for each.
    pub(super) start: Option<Argument>,
    /// The low end of the range; of an array for all entries or for each.
    pub(super) low: Option<Ends>,
    /// The high end of the range.
    pub(super) high: Option<Ends>,
    /// How the range is divided. Default `linear`.
    pub(super) scale: Option<Scale>,
    /// Whether only integers are tried.
    pub(super) integer: bool,
    /// The values to choose from: texts, numbers and truth values, at least two.
    pub(super) choices: Option<Vec<Choice>>,
    /// The numbers to choose from, in rising order, at least two.
    pub(super) values: Option<Vec<f64>>,
    /// The number of entries of an array.
    #[schemars(range(min = 1, max = MAX_LENGTH))]
    pub(super) length: Option<u32>,
    /// The parameter takes part only when parameters above it have these values; a list has several.
    only_when: IndexMap<String, OneOf>,
}

/// An end of a range, or one for each entry of an array.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Ends {
    /// One for all.
    One(#[schemars(range(min = -1e30, max = 1e30))] f64),
    /// One for each.
    Each(Vec<f64>),
}

/// A value, or several of which each will do.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum OneOf {
    /// A value.
    One(Choice),
    /// Several values.
    Several(Vec<Choice>),
}

impl ParameterTable {
    /// The values to choose from, if there are any.
    pub(super) fn list(&self) -> Option<Vec<Choice>> {
        let numbers = |values: &Vec<f64>| values.iter().copied().map(Choice::Number).collect();
        self.choices.clone().or_else(|| self.values.as_ref().map(numbers))
    }

    pub(super) fn conditions(&self) -> Vec<Condition> {
        let condition = |(parameter, values): (&String, &OneOf)| Condition {
            parameter: parameter.clone(),
            values: match values {
                OneOf::One(value) => vec![value.clone()],
                OneOf::Several(values) => values.clone(),
            },
        };
        self.only_when.iter().map(condition).collect()
    }
}

impl ParameterEntry {
    /// The parameters of a name: one, or one for each entry of an array.
    pub(super) fn parameters(&self, name: &str) -> Vec<Parameter> {
        let one =
            |encoding, only_when| vec![Parameter { name: name.to_owned(), encoding, only_when }];
        let table = match self {
            Self::Fixed(Argument::One(Choice::Number(_))) => return vec![Parameter::number(name)],
            Self::Fixed(Argument::One(word)) => {
                return one(Encoding::Choice([word.clone()].into()), Vec::new());
            }
            Self::Fixed(Argument::Array(entries)) => {
                return Parameter::array(name, entries.len(), &[]);
            }
            Self::Tuned(table) => table,
        };
        let only_when = table.conditions();
        if let Some(length) = table.length {
            return Parameter::array(name, (length as usize).clamp(1, MAX_LENGTH), &only_when);
        }
        let list = table.list().filter(|list| !list.is_empty());
        one(list.map_or(Encoding::Number, |list| Encoding::Choice(list.into())), only_when)
    }
}

/// The key of a parameter as TOML writes it.
pub(crate) fn toml_key(name: &str) -> String {
    if name.contains('.') { format!("\"{name}\"") } else { name.to_owned() }
}

/// The value of a parameter as TOML writes it.
pub(crate) fn toml_value(value: &Choice) -> String {
    match value {
        Choice::Truth(truth) => truth.to_string(),
        Choice::Number(value) => number(*value),
        Choice::Text(text) => toml::Value::String(text.clone()).to_string(),
    }
}
