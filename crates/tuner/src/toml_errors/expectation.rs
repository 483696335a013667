//! What a JSON schema allows at one place of a file, and in words.
//!
//! Interprets what `schemars` generates for types that files are read into:
//! references, choices, types, bounds, words, tables and arrays of fixed length.

use serde_json::{Map, Value};
use toml::de::DeValue;

use super::{list, number};

type Node = Map<String, Value>;

/// What a schema allows at one place: any of some choices.
pub(super) struct Expectation<'s> {
    choices: Vec<&'s Node>,
    /// What the place is for.
    pub(super) description: Option<&'s str>,
}

/// A way in which a value can break a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    Type,
    Word,
    Range,
    NotFinite,
}

/// What a table may and must hold.
pub(super) struct TableShape<'s> {
    /// The known keys and their schemas.
    pub(super) properties: Vec<(&'s str, &'s Value)>,
    /// Whether other keys are allowed.
    pub(super) is_open: bool,
    /// The schema of other keys, if they have one.
    pub(super) others: Option<&'s Value>,
    /// Whether exactly one of the known keys must be there.
    pub(super) is_exclusive: bool,
    /// Whether at least one of the known keys must be there.
    pub(super) needs_any: bool,
    /// The keys that must be there.
    pub(super) required: Vec<&'s str>,
}

impl<'s> TableShape<'s> {
    /// A known key and its schema.
    pub(super) fn property(&self, name: &str) -> Option<(&'s str, &'s Value)> {
        let property = self.properties.iter().find(|(known, _)| *known == name);
        property.copied()
    }

    /// The known keys.
    pub(super) fn names(&self) -> impl Iterator<Item = &'s str> {
        self.properties.iter().map(|(name, _)| *name)
    }
}

impl<'s> Expectation<'s> {
    /// What a schema within a root schema allows.
    pub(super) fn new(root: &'s Value, schema: &'s Value) -> Self {
        let mut expectation = Self {
            choices: Vec::new(),
            description: None,
        };
        expectation.add(root, schema);
        expectation
    }

    fn add(&mut self, root: &'s Value, schema: &'s Value) {
        let Some(node) = schema.as_object() else {
            return;
        };
        // The description of a type, if it has one, goes before that of its use.
        if let Some(reference) = node.get("$ref").and_then(Value::as_str) {
            let target = root.pointer(reference.trim_start_matches('#'));
            self.add(root, target.unwrap_or(&Value::Null));
        }
        let description = node.get("description").and_then(Value::as_str);
        self.description = self.description.or(description);
        let choices = ["oneOf", "anyOf"].map(|key| node.get(key).and_then(Value::as_array));
        for choice in choices.into_iter().flatten().flatten() {
            self.add(root, choice);
        }
        if ["$ref", "oneOf", "anyOf"]
            .iter()
            .all(|key| !node.contains_key(*key))
        {
            self.choices.push(node);
        }
    }

    fn of_type(&self, name: &str) -> impl Iterator<Item = &'s Node> {
        self.choices
            .iter()
            .copied()
            .filter(move |choice| choice.get("type").is_some_and(|found| found == name))
    }

    /// Whether any value will do.
    pub(super) fn is_free(&self) -> bool {
        let is_bound = |choice: &&Node| choice.contains_key("type");
        !self.choices.iter().any(is_bound)
    }

    /// The strings to choose from.
    pub(super) fn words(&self) -> Vec<&'s str> {
        self.of_type("string")
            .flat_map(|choice| {
                let several = choice.get("enum").and_then(Value::as_array);
                several.into_iter().flatten().chain(choice.get("const"))
            })
            .filter_map(Value::as_str)
            .collect()
    }

    /// The table that may stand here.
    pub(super) fn table(&self) -> Option<TableShape<'s>> {
        let table = self.of_type("object").next()?;
        let properties = table.get("properties").and_then(Value::as_object);
        let properties = properties.into_iter().flatten();
        let required = table.get("required").and_then(Value::as_array);
        let required = required.into_iter().flatten();
        Some(TableShape {
            properties: properties
                .map(|(key, schema)| (key.as_str(), schema))
                .collect(),
            is_open: table.get("additionalProperties") != Some(&Value::Bool(false)),
            others: table
                .get("additionalProperties")
                .filter(|others| others.is_object()),
            needs_any: table.contains_key("minProperties"),
            is_exclusive: table.contains_key("maxProperties"),
            required: required.filter_map(Value::as_str).collect(),
        })
    }

    /// Whether nothing but a table may stand here.
    pub(super) fn is_table(&self) -> bool {
        self.of_type("object").count() == self.choices.len()
    }

    /// The schema and the number of the items of the array that may stand here.
    pub(super) fn array(&self) -> Option<(&'s Value, Option<u64>)> {
        let array = self.of_type("array").next()?;
        let length = array.get("maxItems").and_then(Value::as_u64);
        Some((array.get("items").unwrap_or(&Value::Null), length))
    }

    /// How a value breaks the schema, if it does; tables and arrays do.
    pub(super) fn fault(&self, value: &DeValue<'_>) -> Option<Fault> {
        match value {
            DeValue::String(text) => self.text_fault(text),
            DeValue::Integer(found) => {
                let integer = i64::from_str_radix(found.as_str(), found.radix()).ok();
                // Rounding moves the largest integers, but not past a bound that is one itself.
                self.number_fault(
                    &["integer", "number"],
                    integer.map(|integer| integer as f64),
                )
            }
            DeValue::Float(found) => {
                let fault = self.number_fault(&["number"], found.as_str().parse().ok());
                let is_finite = |float: f64| float.is_finite();
                match fault {
                    Some(Fault::Type) => fault,
                    _ if !found.as_str().parse().is_ok_and(is_finite) => Some(Fault::NotFinite),
                    _ => fault,
                }
            }
            DeValue::Boolean(_) if self.of_type("boolean").next().is_some() => None,
            _ => Some(Fault::Type),
        }
    }

    fn text_fault(&self, text: &str) -> Option<Fault> {
        let words = self.words();
        if words.is_empty() {
            let takes_any = self.of_type("string").next().is_some();
            (!takes_any).then_some(Fault::Type)
        } else {
            (!words.contains(&text)).then_some(Fault::Word)
        }
    }

    fn number_fault(&self, types: &[&str], value: Option<f64>) -> Option<Fault> {
        let choices: Vec<_> = types.iter().flat_map(|name| self.of_type(name)).collect();
        if choices.is_empty() {
            return Some(Fault::Type);
        }
        let fits = value.is_some_and(|value| choices.iter().any(|choice| holds(choice, value)));
        (!fits).then_some(Fault::Range)
    }

    /// The choices in words: "a number, "tune" or a table".
    pub(super) fn in_words(&self) -> String {
        let mut choices = Vec::new();
        for choice in &self.choices {
            match choice.get("type").and_then(Value::as_str) {
                Some("integer") if choice.contains_key("enum") => {
                    choices.extend(numbers(choice).map(Value::to_string));
                }
                Some("integer") => choices.push(format!("an integer{}", bounds(choice))),
                Some("number") => choices.push(format!("a number{}", bounds(choice))),
                Some("boolean") => choices.push("true or false".to_owned()),
                Some("array") => choices.push(format!("an array{}", items(choice))),
                Some("object") => choices.push("a table".to_owned()),
                // Words are listed once, all of them.
                _ => {}
            }
        }
        choices.dedup();
        let words = self.words();
        if words.is_empty() && self.of_type("string").next().is_some() {
            choices.push("a string".to_owned());
        }
        choices.extend(words.iter().map(|word| format!("\"{word}\"")));
        list(&choices, "or")
    }
}

/// The numbers to choose from, if not all of a range will do.
fn numbers(choice: &Node) -> impl Iterator<Item = &Value> {
    let several = choice.get("enum").and_then(Value::as_array);
    several.into_iter().flatten()
}

fn holds(choice: &Node, value: f64) -> bool {
    let is_listed = numbers(choice).any(|listed| listed.as_f64() == Some(value));
    let bound = |key| choice.get(key).and_then(Value::as_f64);
    (is_listed || !choice.contains_key("enum"))
        && bound("minimum").is_none_or(|low| value >= low)
        && bound("exclusiveMinimum").is_none_or(|low| value > low)
        && bound("maximum").is_none_or(|high| value <= high)
}

/// Bounds as they follow "a number".
fn bounds(choice: &Node) -> String {
    let show = |key| {
        choice.get(key).map(|bound: &Value| match bound.as_f64() {
            Some(float) if !bound.is_u64() && !bound.is_i64() => number(float),
            _ => bound.to_string(),
        })
    };
    let (low, above, high) = (show("minimum"), show("exclusiveMinimum"), show("maximum"));
    match (low, above, high) {
        (Some(low), None, Some(high)) => format!(" from {low} to {high}"),
        (None, Some(above), Some(high)) => format!(" above {above}, at most {high}"),
        (Some(low), ..) => format!(" of at least {low}"),
        (None, Some(above), None) => format!(" above {above}"),
        (None, None, Some(high)) => format!(" of at most {high}"),
        (None, None, None) => String::new(),
    }
}

/// Items as they follow "an array".
fn items(array: &Node) -> String {
    let Some(items) = array.get("items").and_then(Value::as_object) else {
        return String::new();
    };
    let count = array
        .get("maxItems")
        .map_or(String::new(), |n| format!("{n} "));
    match items.get("type").and_then(Value::as_str) {
        Some("array") => format!(" of {count}arrays{}", self::items(items)),
        Some("number") => format!(" of {count}numbers"),
        _ => format!(" of {count}values"),
    }
}
