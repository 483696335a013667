//! A TOML text that is checked while its places are remembered.
//!
//! The types that a file is read into describe it: a JSON schema is generated
//! from them, the tree is checked against it, and what breaks it is reported
//! and removed. The rest is read, so that the mistakes of meaning can be found
//! at the same time; [`Document::span`] says where to point.

use std::ops::Range;
use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::structure::check;
use super::{Mistake, Mistakes};

/// A text with its tree and the mistakes found so far.
pub(crate) struct Document<'t> {
    text: &'t str,
    tree: Spanned<DeTable<'t>>,
    mistakes: Vec<Mistake>,
    /// Paths of values that were removed.
    removed: Vec<String>,
    is_toml: bool,
}

impl<'t> Document<'t> {
    /// Parses a text; where it is not TOML, that is reported and the rest kept.
    pub(crate) fn parse(text: &'t str) -> Self {
        let (tree, errors) = DeTable::parse_recoverable(text);
        let mut document = Self {
            text,
            tree,
            mistakes: Vec::new(),
            removed: Vec::new(),
            is_toml: errors.is_empty(),
        };
        let mut lines = Vec::new();
        for error in errors {
            let span = error.span().unwrap_or_default();
            let line = document.line(span.start);
            // Further errors in one line follow from the first.
            if !lines.contains(&line) {
                lines.push(line);
                document
                    .mistakes
                    .push(syntax_mistake(span, error.message()));
            }
        }
        document
    }

    /// Checks the tree against the schema of a type and reads what is sound.
    ///
    /// Every key of the type must be optional to read, whatever the schema
    /// requires, so that a missing one hides no other mistake.
    pub(crate) fn read<T: DeserializeOwned + JsonSchema>(&mut self) -> Option<T> {
        let findings = check(&file_schema::<T>(), &mut self.tree, self.is_toml);
        for mistake in findings.mistakes {
            self.report(mistake);
        }
        self.removed = findings.removed;
        match T::deserialize(Deserializer::from(self.tree.clone())) {
            Ok(value) => Some(value),
            Err(error) => {
                let span = error.span().unwrap_or_default();
                self.report(Mistake::new(span, "this cannot be read", error.message()));
                None
            }
        }
    }

    /// Adds a mistake, unless it may follow from a line that is not TOML.
    pub(crate) fn report(&mut self, mistake: Mistake) {
        let line = self.line(mistake.span.start);
        let is_new = self.is_toml
            || self
                .mistakes
                .iter()
                .all(|known| self.line(known.span.start) != line);
        if is_new {
            self.mistakes.push(mistake);
        }
    }

    /// Whether everything at and below a path is as the file has it.
    pub(crate) fn is_sound(&self, path: &str) -> bool {
        let is_below = |removed: &String| {
            removed
                .strip_prefix(path)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.is_toml && !self.removed.iter().any(is_below)
    }

    /// Whether the file holds a value at a path.
    pub(crate) fn holds(&self, path: &str) -> bool {
        self.find(path).1
    }

    /// Where the value at a path stands, or else what would hold it.
    ///
    /// A path is keys and indices with points between them.
    pub(crate) fn span(&self, path: &str) -> Range<usize> {
        self.find(path).0
    }

    fn find(&self, path: &str) -> (Range<usize>, bool) {
        let mut keys = path.split('.');
        let first = keys.next().and_then(|key| self.tree.get_ref().get(key));
        let Some(mut value) = first else {
            return (0..0, false);
        };
        for key in keys {
            let next = match value.get_ref() {
                DeValue::Array(items) => key.parse().ok().and_then(|i: usize| items.get(i)),
                other => other.get(key),
            };
            match next {
                Some(next) => value = next,
                None => return (value.span(), false),
            }
        }
        (value.span(), true)
    }

    /// What was read, if there are no mistakes.
    pub(crate) fn finish<T>(self, path: &Path, value: Option<T>) -> Result<T, Mistakes> {
        match value {
            Some(value) if self.mistakes.is_empty() => Ok(value),
            _ => Err(Mistakes::new(path, self.text, self.mistakes)),
        }
    }

    fn line(&self, position: usize) -> usize {
        let before = &self.text.as_bytes()[..position.min(self.text.len())];
        before.iter().filter(|&&byte| byte == b'\n').count()
    }
}

/// A place that is not TOML, with the parser's words for it.
fn syntax_mistake(span: Range<usize>, words: &str) -> Mistake {
    let message = "this is not TOML";
    // The parser takes a missing value for an empty string, and an unquoted
    // word for whatever begins with the same letter.
    if words.starts_with("string values must be quoted") && span.is_empty() {
        return Mistake::new(span, message, "expected a value, found nothing");
    }
    let mistake = Mistake::new(span, message, words);
    if words.contains("quoted") || words.starts_with("invalid boolean") {
        return mistake.help("put text in quotes: \"…\"");
    }
    mistake
}

/// The schema of a file; TOML has no null, so that it has none either.
pub(crate) fn file_schema<T: JsonSchema>() -> Value {
    let mut schema = SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    remove_null(&mut schema);
    schema
}

fn remove_null(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.retain(|key, value| key != "default" || !value.is_null());
            if let Some(Value::Array(types)) = members.get_mut("type") {
                types.retain(|name| name != "null");
                if let [only] = types.as_slice() {
                    members["type"] = only.clone();
                }
            }
            if let Some(Value::Array(choices)) = members.get_mut("anyOf") {
                choices.retain(|choice| choice["type"] != "null");
                if let [Value::Object(only)] = choices.as_mut_slice() {
                    let only = std::mem::take(only);
                    members.remove("anyOf");
                    members.extend(only);
                }
            }
            members.values_mut().for_each(remove_null);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_null),
        _ => {}
    }
}
