//! A TOML text that is checked while its places are remembered.
//!
//! The types that a file is read into describe it: a JSON schema is generated
//! from them, the tree is checked against it, and what breaks it is reported
//! and removed. The rest is read, so that the mistakes of meaning can be found
//! at the same time; [`Document::span`] says where to point.

use std::ops::Range;
use std::path::Path;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::schema::file_schema;
use super::string::places_in_string;
use super::structure::check;
use super::syntax::{Syntax, line_number};
use super::{Mistake, Mistakes};

/// A text with its tree and the mistakes found so far.
pub(crate) struct Document<'t> {
    syntax: &'t Syntax,
    tree: Spanned<DeTable<'t>>,
    mistakes: Vec<Mistake>,
    /// Paths of values that were removed.
    removed: Vec<String>,
}

/// Reads a text by a function that reports mistakes; its result, if there are none.
pub(crate) fn read_file<T>(
    path: &Path,
    text: &str,
    read: impl FnOnce(&mut Document<'_>) -> Option<T>,
) -> Result<T, Mistakes> {
    let syntax = Syntax::of(text);
    let (tree, _) = DeTable::parse_recoverable(&syntax.readable);
    let mut document = Document {
        mistakes: syntax.mistakes.clone(),
        syntax: &syntax,
        tree,
        removed: Vec::new(),
    };
    match read(&mut document) {
        Some(value) if document.mistakes.is_empty() => Ok(value),
        _ => Err(Mistakes::new(path, text, document.mistakes)),
    }
}

impl Document<'_> {
    /// Checks the tree against the schema of a type and reads what is sound.
    ///
    /// Every key of the type must be optional to read, whatever the schema
    /// requires, so that a missing one hides no other mistake.
    pub(crate) fn read<T: DeserializeOwned + JsonSchema>(&mut self) -> Option<T> {
        if !self.syntax.is_toml() {
            return None;
        }
        let is_complete = self.syntax.mistakes.is_empty();
        let findings = check(&file_schema::<T>(), &mut self.tree, is_complete);
        for mistake in findings.mistakes {
            self.report(mistake);
        }
        self.removed = findings.removed;
        match T::deserialize(Deserializer::from(self.tree.clone())) {
            Ok(value) => Some(value),
            // What was removed may be what is missed.
            Err(_) if !self.removed.is_empty() => None,
            Err(error) => {
                let span = error.span().unwrap_or_default();
                self.report(Mistake::new(span, "this cannot be read", error.message()));
                None
            }
        }
    }

    /// Adds a mistake, unless it may follow from a line that is not TOML.
    pub(crate) fn report(&mut self, mistake: Mistake) {
        let broken_lines = &self.syntax.broken_lines;
        let line = |text| line_number(text, mistake.span.start);
        if broken_lines.is_empty() || !broken_lines.contains(&line(&self.syntax.readable)) {
            self.mistakes.push(mistake);
        }
    }

    /// Whether nothing was removed at and below a path.
    pub(crate) fn is_sound(&self, path: &str) -> bool {
        let is_below = |removed: &String| {
            removed
                .strip_prefix(path)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        !self.removed.iter().any(is_below)
    }

    /// Whether what is not there at and below a path is not in the file either.
    pub(crate) fn is_complete(&self, path: &str) -> bool {
        self.syntax.mistakes.is_empty() && self.is_sound(path)
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

    /// Where a part of the string at a path stands.
    pub(crate) fn span_within(&self, path: &str, part: Range<usize>) -> Range<usize> {
        let span = self.span(path);
        let raw = self.syntax.readable.get(span.clone()).unwrap_or_default();
        let places = places_in_string(raw);
        match (places.get(part.start), places.get(part.end)) {
            (Some(&start), Some(&end)) => span.start + start..span.start + end,
            _ => span,
        }
    }

    /// The keys of the table at a path, and where they stand.
    pub(crate) fn keys(&self, path: &str) -> Vec<(String, Range<usize>)> {
        let mut table = self.tree.get_ref();
        for key in path.split('.') {
            match table.get(key).map(Spanned::get_ref) {
                Some(DeValue::Table(next)) => table = next,
                _ => return Vec::new(),
            }
        }
        let keys = table
            .iter()
            .map(|(key, _)| (key.get_ref().to_string(), key.span()));
        keys.collect()
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
}
