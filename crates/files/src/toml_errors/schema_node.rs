//! What a JSON schema allows at one place of a file.
//!
//! Interprets the schemas that `schemars` generates for the types of files:
//! references, choices, types, bounds, words, tables and arrays of fixed length.

use serde_json::{Map, Value};
use toml::de::DeValue;

use super::{list, number};

type Object = Map<String, Value>;

/// A schema with its references resolved: a value must match one of the choices.
pub(super) struct SchemaNode<'s> {
    /// The schema that its references are within.
    pub(super) root: &'s Value,
    choices: Vec<&'s Object>,
    /// The description of the key or of its type.
    pub(super) description: Option<&'s str>,
}

/// A schema of a table: the keys that it may have and must have.
#[derive(Clone, Copy)]
pub(super) struct TableShape<'s>(&'s Object);

impl<'s> TableShape<'s> {
    /// Returns the known keys and their schemas.
    pub(super) fn properties(self) -> impl Iterator<Item = (&'s String, &'s Value)> {
        self.0.get("properties").and_then(Value::as_object).into_iter().flatten()
    }

    /// Returns a known key and its schema.
    pub(super) fn property(self, name: &str) -> Option<(&'s String, &'s Value)> {
        self.0.get("properties")?.as_object()?.get_key_value(name)
    }

    /// Returns the known keys.
    pub(super) fn names(self) -> impl Iterator<Item = &'s str> {
        self.properties().map(|(name, _)| name.as_str())
    }

    /// Whether other keys are allowed.
    pub(super) fn is_open(self) -> bool {
        self.0.get("additionalProperties") != Some(&Value::Bool(false))
    }

    /// Returns the schema of other keys, if they have one.
    pub(super) fn others(self) -> Option<&'s Value> {
        self.0.get("additionalProperties").filter(|others| others.is_object())
    }

    /// Whether exactly one of the known keys must be present.
    pub(super) fn is_exclusive(self) -> bool {
        self.0.contains_key("maxProperties")
    }

    /// Whether at least one of the known keys must be present.
    pub(super) fn needs_any(self) -> bool {
        self.0.contains_key("minProperties")
    }

    /// Returns the keys that must be present.
    pub(super) fn required(self) -> impl Iterator<Item = &'s str> {
        let required = self.0.get("required").and_then(Value::as_array);
        required.into_iter().flatten().filter_map(Value::as_str)
    }
}

impl<'s> SchemaNode<'s> {
    /// Resolves a schema within its root schema.
    pub(super) fn new(root: &'s Value, schema: &'s Value) -> Self {
        let mut node = Self { root, choices: Vec::new(), description: None };
        node.add(schema);
        node
    }

    fn add(&mut self, schema: &'s Value) {
        let Some(node) = schema.as_object() else { return };
        // The description of a type takes precedence over the description of its use.
        if let Some(reference) = node.get("$ref").and_then(Value::as_str) {
            let target = self.root.pointer(reference.trim_start_matches('#'));
            self.add(target.unwrap_or(&Value::Null));
        }
        let description = node.get("description").and_then(Value::as_str);
        self.description = self.description.or(description);
        let choices = ["oneOf", "anyOf"].map(|key| node.get(key).and_then(Value::as_array));
        for choice in choices.into_iter().flatten().flatten() {
            self.add(choice);
        }
        if ["$ref", "oneOf", "anyOf"].iter().all(|key| !node.contains_key(*key)) {
            self.choices.push(node);
        }
    }

    pub(super) fn of_type(&self, name: &str) -> impl DoubleEndedIterator<Item = &'s Object> {
        let is_it = move |choice: &&Object| choice.get("type").is_some_and(|found| found == name);
        self.choices.iter().copied().filter(is_it)
    }

    /// Whether every value is allowed.
    pub(super) fn allows_anything(&self) -> bool {
        let has_type = |choice: &&Object| choice.contains_key("type");
        !self.choices.iter().any(has_type)
    }

    /// Returns the strings to choose from; empty if any string or none is allowed.
    pub(super) fn words(&self) -> Vec<&'s str> {
        let strings = self.of_type("string");
        let words = strings.flat_map(|choice| listed(choice).chain(choice.get("const")));
        words.filter_map(Value::as_str).collect()
    }

    /// Returns the shape of the table that is allowed here and knows most of these keys, if one is
    /// allowed; of several the first.
    pub(super) fn table(&self, keys: &[&str]) -> Option<TableShape<'s>> {
        let known = |shape: &TableShape<'s>| {
            keys.iter().filter(|key| shape.property(key).is_some()).count()
        };
        // The last of equals is the largest.
        self.of_type("object").map(TableShape).rev().max_by_key(known)
    }

    /// Whether only values of this type are allowed here.
    pub(super) fn is_only(&self, name: &str) -> bool {
        self.of_type(name).count() == self.choices.len()
    }

    /// Returns the schema and the number of the items of the array that is allowed here, if one is.
    pub(super) fn array(&self) -> Option<(&'s Value, Option<u64>)> {
        let array = self.of_type("array").next()?;
        let length = array.get("maxItems").and_then(Value::as_u64);
        Some((array.get("items").unwrap_or(&Value::Null), length))
    }

    /// Whether a scalar value matches the schema; a table or an array never does.
    pub(super) fn allows(&self, value: &DeValue<'_>) -> bool {
        match value {
            DeValue::String(text) => {
                let words = self.words();
                let is_any = words.is_empty() && self.of_type("string").next().is_some();
                is_any || words.contains(&&**text)
            }
            DeValue::Integer(found) => {
                let integer = i64::from_str_radix(found.as_str(), found.radix());
                integer.is_ok_and(|integer| {
                    // Rounding changes the largest integers, but does not move them past an integer bound.
                    let is_exact = integer as f64 as i128 == i128::from(integer);
                    let types: &[_] = if is_exact { &["integer", "number"] } else { &["integer"] };
                    self.allows_number(types, integer as f64)
                })
            }
            DeValue::Float(found) => {
                let number = found.as_str().parse().ok().filter(|number: &f64| number.is_finite());
                number.is_some_and(|number| self.allows_number(&["number"], number))
            }
            DeValue::Boolean(_) => self.of_type("boolean").next().is_some(),
            _ => false,
        }
    }

    fn allows_number(&self, types: &[&str], number: f64) -> bool {
        let mut choices = types.iter().flat_map(|name| self.of_type(name));
        choices.any(|choice| is_within(choice, number))
    }

    /// Lists the choices in words: "a number, "tune" or a table".
    pub(super) fn in_words(&self) -> String {
        let mut choices = Vec::new();
        for choice in &self.choices {
            match choice.get("type").and_then(Value::as_str) {
                Some("integer") if choice.contains_key("enum") => {
                    choices.extend(listed(choice).map(Value::to_string));
                }
                Some("integer") => choices.push(format!("an integer{}", bounds(choice))),
                Some("number") => choices.push(format!("a number{}", bounds(choice))),
                Some("boolean") => choices.push("true or false".to_owned()),
                Some("array") => {
                    let count = choice.get("maxItems").map(|count| format!(" of {count}"));
                    choices.push("an array".to_owned() + &count.unwrap_or_default());
                }
                Some("object") => choices.push("a table".to_owned()),
                // The words of all choices are listed together below.
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

/// Returns the values to choose from, if the choice is an enumeration.
fn listed(choice: &Object) -> impl Iterator<Item = &Value> {
    let several = choice.get("enum").and_then(Value::as_array);
    several.into_iter().flatten()
}

fn is_within(choice: &Object, value: f64) -> bool {
    let is_listed = listed(choice).any(|one| one.as_f64() == Some(value));
    let bound = |key| choice.get(key).and_then(Value::as_f64);
    (is_listed || !choice.contains_key("enum"))
        && bound("minimum").is_none_or(|low| value >= low)
        && bound("exclusiveMinimum").is_none_or(|low| value > low)
        && bound("maximum").is_none_or(|high| value <= high)
}

/// Describes bounds, as they follow "a number" in a sentence.
fn bounds(choice: &Object) -> String {
    let has = |key: &str| choice.contains_key(key);
    let least = if has("maximum") { " from" } else { " of at least" };
    let most = match (has("minimum"), has("exclusiveMinimum")) {
        (true, _) => " to",
        (false, true) => ", at most",
        (false, false) => " of at most",
    };
    let words = [("minimum", least), ("exclusiveMinimum", " above"), ("maximum", most)];
    let bound = |(key, word): (&str, &str)| {
        let bound = choice.get(key)?;
        let float = bound.as_f64().filter(|_| !bound.is_u64() && !bound.is_i64());
        Some(format!("{word} {}", float.map_or_else(|| bound.to_string(), number)))
    };
    words.into_iter().filter_map(bound).collect()
}
