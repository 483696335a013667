//! Checks the structure of a TOML tree against the schema of its file.
//!
//! Finds unknown and missing keys, wrong types, unknown words and values out of
//! range. Values that violate the schema are removed from the tree.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::schema_node::{SchemaNode, TableShape};
use super::shown::join;
use super::{Mistake, nearest, wording};

/// The number of mistakes with advice; more of them than are shown, since those come in the order of
/// the text.
const MAX_ADVISED: usize = 1000;

/// Checks a tree against a root schema. Returns the mistakes, and the paths of the values that were removed from the tree.
pub(super) fn check(
    schema: &Value,
    tree: &mut Spanned<DeTable<'_>>,
) -> (Vec<Mistake>, Vec<String>) {
    let (mistakes, removed) = (Vec::new(), Vec::new());
    let tables = OnceCell::new();
    let mut checker = Checker { root: schema, tables, mistakes, removed };
    if let Some(shape) = checker.node(schema).table(&[]) {
        checker.table(&shape, "", tree.get_mut(), &(0..0));
    }
    (checker.mistakes, checker.removed)
}

struct Checker<'s> {
    root: &'s Value,
    /// The paths of the tables that have a key, by its name.
    tables: OnceCell<HashMap<&'s str, Vec<String>>>,
    mistakes: Vec<Mistake>,
    removed: Vec<String>,
}

impl<'s> Checker<'s> {
    fn node(&self, schema: &'s Value) -> SchemaNode<'s> {
        SchemaNode::new(self.root, schema)
    }

    /// Reports all mistakes in a value and returns whether it may stay in the tree.
    fn value(&mut self, schema: &'s Value, path: &str, value: &mut Spanned<DeValue<'_>>) -> bool {
        let expected = self.node(schema);
        if expected.allows_anything() {
            return true;
        }
        let span = value.span();
        match value.get_mut() {
            DeValue::Table(table) => {
                let keys: Vec<&str> = table.keys().map(|key| key.get_ref().as_ref()).collect();
                if let Some(shape) = expected.table(&keys) {
                    self.table(&shape, path, table, &span);
                    return !(shape.is_exclusive() && table.is_empty());
                }
            }
            DeValue::Array(items) => {
                if let Some((schema, length)) = expected.array()
                    && length.is_none_or(|length| length == items.len() as u64)
                {
                    let mut is_sound = true;
                    for (index, item) in items.iter_mut().enumerate() {
                        is_sound &= self.value(schema, &join(path, &index.to_string()), item);
                    }
                    return is_sound;
                }
            }
            _ => {}
        }
        let is_right = expected.allows(value.get_ref());
        if !is_right {
            self.mistakes.push(wording::wrong_value(&expected, path, value));
        }
        is_right
    }

    /// Reports all mistakes in a table and removes the keys with mistakes.
    fn table(
        &mut self,
        shape: &TableShape<'s>,
        path: &str,
        table: &mut DeTable<'_>,
        span: &Range<usize>,
    ) {
        let (mut wrong, mut known, mut guesses) = (Vec::new(), Vec::new(), Vec::new());
        for (key, value) in table.iter_mut() {
            let name = key.get_ref().as_ref();
            let property = shape.property(name);
            known.extend(property.map(|(name, _)| (name.as_str(), key.span())));
            if let Some(schema) = property.map(|(_, schema)| schema).or(shape.others()) {
                if !self.value(schema, &join(path, name), value) {
                    wrong.push(name.to_owned());
                }
            } else if !shape.is_open() && self.mistakes.len() >= MAX_ADVISED {
                self.mistakes.push(Mistake::new(key.span(), "unknown key", "expected another one"));
                wrong.push(name.to_owned());
            } else if !shape.is_open() {
                let guess = nearest(name, shape.names());
                let tables = self.tables_with_key(name);
                let mistake = wording::unknown_key(shape, path, name, key.span(), guess, tables);
                let chosen = wording::chosen_table(shape, path, value.get_ref());
                self.mistakes.push(Mistake { help: chosen.or(mistake.help), ..mistake });
                guesses.extend(guess);
                wrong.push(name.to_owned());
            }
        }
        let has_any = !(known.is_empty() && wrong.is_empty());
        let lacks_any = shape.needs_any() && !has_any;
        if shape.is_exclusive() && known.len() > 1 || lacks_any {
            let mistake = wording::wrong_choice(shape, path, &known, span);
            self.mistakes.push(mistake);
        }
        if shape.is_exclusive() {
            // The first key is taken for the intended one.
            wrong.extend(known.iter().skip(1).map(|(name, _)| (*name).to_owned()));
        } else {
            for name in shape.required() {
                if !table.contains_key(name) && !guesses.contains(&name) {
                    let schema = shape.property(name).map(|(_, schema)| schema);
                    let expected = self.node(schema.unwrap_or(&Value::Null));
                    let mistake = wording::missing(&expected, path, name, span);
                    self.mistakes.push(mistake);
                }
            }
        }
        if !wrong.is_empty() {
            let removed: HashSet<&str> = wrong.iter().map(String::as_str).collect();
            let all = std::mem::take(table).into_iter();
            let is_sound = |key: &Spanned<DeString<'_>>| !removed.contains(key.get_ref().as_ref());
            *table = all.filter(|(key, _)| is_sound(key)).collect();
            self.removed.extend(wrong.iter().map(|name| join(path, name)));
        }
    }

    /// Returns the paths of all tables that have a key of this name.
    fn tables_with_key(&self, name: &str) -> &[String] {
        let tables = self.tables.get_or_init(|| {
            let mut tables = HashMap::new();
            self.add_keys(self.root, "", &mut tables);
            tables
        });
        tables.get(name).map_or(&[], Vec::as_slice)
    }

    fn add_keys(&self, schema: &'s Value, path: &str, tables: &mut HashMap<&'s str, Vec<String>>) {
        let shape = self.node(schema).table(&[]);
        for (key, schema) in shape.into_iter().flat_map(TableShape::properties) {
            tables.entry(key.as_str()).or_default().push(path.to_owned());
            self.add_keys(schema, &join(path, key), tables);
        }
    }
}
