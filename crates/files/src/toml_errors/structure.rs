//! Checks the structure of a TOML tree against the schema of its file.
//!
//! Finds unknown and missing keys, wrong types, unknown words and values out of range.

use std::ops::Range;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::schema_node::{SchemaNode, TableShape};
use super::shown::join;
use super::{Mistake, nearest, wording};

/// The number of mistakes with advice; more of them than are shown, since those come in the order of
/// the text.
const MAX_ADVISED: usize = 1000;

/// Returns the mistakes of a tree by a root schema.
pub(super) fn check(schema: &Value, tree: &Spanned<DeTable<'_>>) -> Vec<Mistake> {
    let mut checker = Checker { root: schema, mistakes: Vec::new() };
    if let Some(shape) = checker.node(schema).table(&[]) {
        checker.table(&shape, "", tree.get_ref(), &(0..0));
    }
    checker.mistakes
}

struct Checker<'s> {
    root: &'s Value,
    mistakes: Vec<Mistake>,
}

impl<'s> Checker<'s> {
    fn node(&self, schema: &'s Value) -> SchemaNode<'s> {
        SchemaNode::new(self.root, schema)
    }

    /// Reports all mistakes in a value.
    fn value(&mut self, schema: &'s Value, path: &str, value: &Spanned<DeValue<'_>>) {
        let expected = self.node(schema);
        match value.get_ref() {
            _ if expected.allows_anything() => return,
            DeValue::Table(table) => {
                let keys: Vec<&str> = table.keys().map(|key| key.get_ref().as_ref()).collect();
                if let Some(shape) = expected.table(&keys) {
                    return self.table(&shape, path, table, &value.span());
                }
            }
            DeValue::Array(items) => {
                if let Some((schema, length)) = expected.array()
                    && length.is_none_or(|length| length == items.len() as u64)
                {
                    for (index, item) in items.iter().enumerate() {
                        self.value(schema, &join(path, &index.to_string()), item);
                    }
                    return;
                }
            }
            _ => {}
        }
        if !expected.allows(value.get_ref()) {
            self.mistakes.push(wording::wrong_value(&expected, path, value));
        }
    }

    /// Reports all mistakes in a table.
    fn table(
        &mut self,
        shape: &TableShape<'s>,
        path: &str,
        table: &DeTable<'_>,
        span: &Range<usize>,
    ) {
        let (mut known, mut guesses) = (Vec::new(), Vec::new());
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let property = shape.property(name);
            known.extend(property.map(|(name, _)| (name.as_str(), key.span())));
            if let Some(schema) = property.map(|(_, schema)| schema).or(shape.others()) {
                self.value(schema, &join(path, name), value);
            } else if !shape.is_open() && self.mistakes.len() >= MAX_ADVISED {
                self.mistakes.push(Mistake::new(key.span(), "unknown key", "expected another one"));
            } else if !shape.is_open() {
                let guess = nearest(name, shape.names());
                let mistake = wording::unknown_key(shape, path, name, key.span(), guess);
                let chosen = wording::chosen_table(shape, path, value.get_ref());
                self.mistakes.push(Mistake { help: chosen.or(mistake.help), ..mistake });
                guesses.extend(guess);
            }
        }
        let lacks_any = shape.needs_any() && table.is_empty();
        if shape.is_exclusive() && known.len() > 1 || lacks_any {
            self.mistakes.push(wording::wrong_choice(shape, path, &known, span));
        }
        for name in shape.required().filter(|_| !shape.is_exclusive()) {
            if !table.contains_key(name) && !guesses.contains(&name) {
                let schema = shape.property(name).map(|(_, schema)| schema);
                let expected = self.node(schema.unwrap_or(&Value::Null));
                self.mistakes.push(wording::missing(&expected, path, name, span));
            }
        }
    }
}
