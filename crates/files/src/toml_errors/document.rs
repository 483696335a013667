//! Reads a TOML file into a type and locates its values for error messages.
//!
//! The type describes the file: a JSON schema is generated from it, and the tree is
//! checked against the schema. A tree without mistakes is read into the type, whose
//! meaning is checked then; [`Document::span`] locates mistakes of meaning.

use std::fmt::Display;
use std::ops::Range;
use std::path::Path;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::schema::kept_schema;
use super::shown::shown;
use super::structure::check;
use super::{Mistake, Mistakes, syntax};

/// The text of a file with its tree and the mistakes found so far.
#[derive(Debug)]
pub struct Document<'t> {
    text: &'t str,
    tree: Spanned<DeTable<'t>>,
    mistakes: Vec<Mistake>,
}

/// Reads a text with a function that reports mistakes; returns its result if there are no mistakes.
pub fn read_file<T>(
    path: &Path,
    text: &str,
    read: impl FnOnce(&mut Document<'_>) -> Option<T>,
) -> Result<T, Mistakes> {
    let (tree, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        return Err(Mistakes::new(path, text, syntax::mistakes(text, errors)));
    }
    let mut document = Document { text, tree, mistakes: Vec::new() };
    match read(&mut document) {
        Some(value) if document.mistakes.is_empty() => Ok(value),
        _ => Err(Mistakes::new(path, text, document.mistakes)),
    }
}

impl Document<'_> {
    /// Checks the tree against the schema of a type and, without mistakes, reads it.
    pub fn read<T: DeserializeOwned + JsonSchema + 'static>(&mut self) -> Option<T> {
        self.mistakes = check(&kept_schema::<T>(), &self.tree);
        if !self.mistakes.is_empty() {
            return None;
        }
        let read = T::deserialize(Deserializer::from(self.tree.clone()));
        let report = |error: &toml::de::Error| {
            let span = error.span().unwrap_or_default();
            self.report(Mistake::new(span, "this cannot be read", error.message()));
        };
        read.inspect_err(report).ok()
    }

    /// Adds a mistake; the same one is told once.
    pub fn report(&mut self, mistake: Mistake) {
        self.mistakes.push(mistake);
    }

    /// Adds a mistake in the value at a path, with what to do about it.
    pub fn report_at(
        &mut self,
        path: &str,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.report(Mistake::new(self.span(path), message, label).help(help));
    }

    /// Adds the mistake of a setting that nothing heeds while something else is so.
    pub fn report_useless(&mut self, path: &str, since: impl Display) {
        let message = format!("`{}` has no use here", shown(path));
        let label = format!("expected none, since {since}");
        self.report_at(path, message, label, "remove it, or change what it depends on");
    }

    /// The number of mistakes found so far.
    pub fn mistakes(&self) -> usize {
        self.mistakes.len()
    }

    /// Whether the file has a value at a path.
    pub fn has(&self, path: &str) -> bool {
        self.find(path).1
    }

    /// Returns the span of the value at a path, or of the nearest enclosing value.
    ///
    /// A path is made of keys and array indices with points between them.
    pub fn span(&self, path: &str) -> Range<usize> {
        self.find(path).0.map_or(0..0, Spanned::span)
    }

    /// Returns the span of a part of the string at a path, or of all of a string with escapes;
    /// `part` counts bytes of the string's value.
    pub fn span_within(&self, path: &str, part: Range<usize>) -> Range<usize> {
        let span = self.span(path);
        let raw = self.text.get(span.clone()).unwrap_or_default();
        let text = self.find(path).0.and_then(|value| value.get_ref().as_str());
        match text.and_then(|text| raw.find(text)) {
            Some(quotes) => span.start + quotes + part.start..span.start + quotes + part.end,
            None => span,
        }
    }

    /// Returns the keys of the table at a path with their spans.
    pub fn keys(&self, path: &str) -> Vec<(String, Range<usize>)> {
        let (Some(value), true) = self.find(path) else { return Vec::new() };
        let keys = value.get_ref().as_table().into_iter().flatten();
        keys.map(|(key, _)| (key.get_ref().to_string(), key.span())).collect()
    }

    /// Returns the value at a path or the nearest enclosing one, and whether it is at the path.
    fn find(&self, path: &str) -> (Option<&Spanned<DeValue<'_>>>, bool) {
        let mut rest = path;
        let mut value = None;
        loop {
            let next = match value.map(Spanned::get_ref) {
                None => longest_key(self.tree.get_ref(), rest),
                Some(DeValue::Table(table)) => longest_key(table, rest),
                Some(DeValue::Array(items)) => {
                    let (key, after) = rest.split_once('.').unwrap_or((rest, ""));
                    let item = key.parse().ok().and_then(|index: usize| items.get(index));
                    item.map(|item| (item, after))
                }
                Some(_) => None,
            };
            match next {
                Some((found, "")) => return (Some(found), true),
                Some((found, after)) => (value, rest) = (Some(found), after),
                None => return (value, false),
            }
        }
    }
}

/// The value of the key that a path begins with, and the rest of the path. Keys may have points.
fn longest_key<'d, 't, 'p>(
    table: &'d DeTable<'t>,
    path: &'p str,
) -> Option<(&'d Spanned<DeValue<'t>>, &'p str)> {
    let ends = path.rmatch_indices('.').map(|(end, _)| end);
    [path.len()].into_iter().chain(ends).find_map(|end| {
        let after = path[end..].strip_prefix('.').unwrap_or("");
        Some((table.get(&path[..end])?, after))
    })
}
