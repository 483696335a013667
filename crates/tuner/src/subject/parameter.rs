//! The parameters of a program: how the number of each reaches it, and when.
//!
//! A search knows numbers only. A choice is the place of its value in the list, an array one number
//! for each of its entries.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A value that a parameter can have: a truth value, a number or a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Choice {
    /// True or false.
    Truth(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

/// What whole numbers of 64 bits with a sign lie below: 2^63.
const LARGEST_WHOLE: f64 = 9_223_372_036_854_775_808.0;

impl Choice {
    /// Whether the value is a whole number, of 64 bits at most.
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self, Self::Number(number) if number.fract() == 0.0 && number.abs() < LARGEST_WHOLE)
    }

    /// The value as JSON; reading a number gives the same bits, and a whole one has no decimal point.
    pub fn to_json(&self) -> String {
        match self {
            Self::Text(text) => serde_json::to_string(text).expect("a text is JSON"),
            other => other.to_string(),
        }
    }
}

/// Writes the value as an argument of a program has it.
impl fmt::Display for Choice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(truth) => truth.fmt(formatter),
            // Display writes the fewest digits that read back, and never an exponent.
            Self::Number(number) => number.fmt(formatter),
            Self::Text(text) => text.fmt(formatter),
        }
    }
}

/// How the number of a parameter reaches the program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Encoding {
    /// As it is.
    #[default]
    Number,
    /// As the value at this place of a list.
    Choice(Arc<[Choice]>),
    /// As the entry of an array at this place, from 0; the entries of an array follow on each other.
    Entry(usize),
}

/// The condition under which a parameter takes part: another one takes part and has one of some values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Condition {
    /// The name of the other parameter, which stands before this one.
    pub parameter: String,
    /// Its values.
    pub values: Vec<Choice>,
}

/// A parameter of a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The name; that of an entry is the name of its array, a point, and its place.
    pub name: String,
    /// How its number reaches the program.
    #[serde(rename = "form")]
    pub encoding: Encoding,
    /// The conditions that must hold, each of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only_when: Vec<Condition>,
}

/// A parameter of a player of this library, which need not be named here.
pub(super) static NUMBER: Parameter =
    Parameter { name: String::new(), encoding: Encoding::Number, only_when: Vec::new() };

impl Parameter {
    /// A number that always takes part.
    pub fn number(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// The entries of an array of some length.
    pub(crate) fn array(name: &str, length: usize, only_when: &[Condition]) -> Vec<Self> {
        let entry = |place| Self {
            name: format!("{name}.{place}"),
            encoding: Encoding::Entry(place),
            only_when: only_when.to_vec(),
        };
        (0..length).map(entry).collect()
    }

    /// The name by which the program is given it: that of the array, for an entry.
    pub(crate) fn given_name(&self) -> &str {
        let array =
            self.name.rsplit_once('.').filter(|_| matches!(self.encoding, Encoding::Entry(_)));
        array.map_or(&self.name, |(array, _)| array)
    }

    /// The value for a number.
    pub fn value(&self, number: f64) -> Choice {
        match &self.encoding {
            // A number that a file of another program gives may lie beyond the list.
            Encoding::Choice(choices) => choices[(number as usize).min(choices.len() - 1)].clone(),
            Encoding::Number | Encoding::Entry(_) => Choice::Number(number),
        }
    }

    /// The number for a value, if it is one of the parameter's.
    pub fn number_of(&self, value: &Choice) -> Option<f64> {
        match (&self.encoding, value) {
            (Encoding::Choice(choices), _) => {
                choices.iter().position(|choice| choice == value).map(|place| place as f64)
            }
            (_, Choice::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// The number for a text as [`Display`](fmt::Display) writes values.
    pub(crate) fn read(&self, text: &str) -> Option<f64> {
        match &self.encoding {
            Encoding::Choice(choices) => {
                let is_written = |choice: &Choice| choice.to_string() == text;
                // Other tools write the number 8 as 8.0.
                let number = |text: &str| text.parse::<f64>().ok();
                let is_equal = |choice: &Choice| {
                    number(text).is_some_and(|value| number(&choice.to_string()) == Some(value))
                };
                let place = choices.iter().position(is_written);
                place.or_else(|| choices.iter().position(is_equal)).map(|place| place as f64)
            }
            Encoding::Number | Encoding::Entry(_) => text.parse().ok(),
        }
    }
}

/// The value of a parameter or of an array of them, as a program is given it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Argument {
    /// One value.
    One(Choice),
    /// The entries of an array.
    Array(Vec<f64>),
}

impl Argument {
    /// Whether every number in it is whole, and of 64 bits at most.
    pub(crate) fn is_whole(&self) -> bool {
        match self {
            Self::One(value) => value.is_whole(),
            Self::Array(entries) => entries.iter().all(|entry| Choice::Number(*entry).is_whole()),
        }
    }

    /// The value as JSON.
    pub fn to_json(&self) -> String {
        match self {
            Self::One(value) => value.to_json(),
            Self::Array(entries) => format!("[{}]", joined(entries, ", ")),
        }
    }
}

/// Writes the value as an argument of a program has it: the entries of an array between commas.
impl fmt::Display for Argument {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(value) => value.fmt(formatter),
            Self::Array(entries) => formatter.write_str(&joined(entries, ",")),
        }
    }
}

/// Named values as a JSON object, in order.
pub fn json_object<'n, N: Into<String>>(
    entries: impl IntoIterator<Item = (N, &'n Argument)>,
) -> String {
    let entry = |(name, value): (N, &Argument)| {
        let name = Choice::Text(name.into()).to_json();
        format!("{name}: {}", value.to_json())
    };
    let entries: Vec<_> = entries.into_iter().map(entry).collect();
    format!("{{{}}}", entries.join(", "))
}

fn joined(entries: &[f64], separator: &str) -> String {
    entries.iter().map(f64::to_string).collect::<Vec<_>>().join(separator)
}
