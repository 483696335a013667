//! The structure of a TOML tree, checked against the schema of its file.
//!
//! Finds unknown and missing keys, wrong types, words and ranges. What breaks
//! the schema is removed from the tree.

use std::ops::Range;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::expectation::{Expectation, TableShape};
use super::{Mistake, nearest, wording};

/// What a check finds.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) mistakes: Vec<Mistake>,
    /// Paths of the values that were removed.
    pub(super) removed: Vec<String>,
}

/// Checks a tree; `is_complete` says whether missing keys are mistakes.
pub(super) fn check(
    schema: &Value,
    tree: &mut Spanned<DeTable<'_>>,
    is_complete: bool,
) -> Findings {
    let mut checker = Checker {
        root: schema,
        is_complete,
        findings: Findings::default(),
    };
    if let Some(shape) = checker.expectation(schema).table() {
        checker.table(&shape, "", tree.get_mut(), &(0..0));
    }
    checker.findings
}

struct Checker<'s> {
    root: &'s Value,
    is_complete: bool,
    findings: Findings,
}

impl<'s> Checker<'s> {
    fn expectation(&self, schema: &'s Value) -> Expectation<'s> {
        Expectation::new(self.root, schema)
    }

    /// Reports all mistakes in a value; whether it may stay.
    fn value(&mut self, schema: &'s Value, path: &str, value: &mut Spanned<DeValue<'_>>) -> bool {
        let expected = self.expectation(schema);
        if expected.is_free() {
            return true;
        }
        let span = value.span();
        match value.get_mut() {
            DeValue::Table(table) => {
                if let Some(shape) = expected.table() {
                    self.table(&shape, path, table, &span);
                    return !(shape.is_exclusive && table.is_empty());
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
        let Some(fault) = expected.fault(value.get_ref()) else {
            return true;
        };
        let mistake = wording::wrong_value(&expected, fault, path, value);
        self.findings.mistakes.push(mistake);
        false
    }

    /// Reports all mistakes in a table, and removes what is wrong.
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
            if let Some((name, schema)) = shape.property(name) {
                known.push((name, key.span()));
                if !self.value(schema, &join(path, name), value) {
                    wrong.push(name.to_owned());
                }
            } else if let Some(schema) = shape.others {
                if !self.value(schema, &join(path, name), value) {
                    wrong.push(name.to_owned());
                }
            } else if !shape.is_open {
                let guess = nearest(name, shape.names());
                let mut homes = Vec::new();
                self.homes(self.root, "", name, &mut homes);
                let mistake = wording::unknown_key(shape, path, name, guess, &homes);
                self.findings.mistakes.push(mistake(key.span()));
                guesses.extend(guess);
                wrong.push(name.to_owned());
            }
        }
        let has_any = !(known.is_empty() && wrong.is_empty());
        let is_wanting = shape.needs_any && !has_any && self.is_complete;
        if shape.is_exclusive && known.len() > 1 || is_wanting {
            let mistake = wording::wrong_choice(shape, path, &known, span);
            self.findings.mistakes.push(mistake);
        }
        if shape.is_exclusive {
            // The first stands for what is meant.
            wrong.extend(known.iter().skip(1).map(|(name, _)| (*name).to_owned()));
        } else if self.is_complete {
            for name in &shape.required {
                if !table.contains_key(*name) && !guesses.contains(name) {
                    let schema = shape.property(name).map(|(_, schema)| schema);
                    let expected = self.expectation(schema.unwrap_or(&Value::Null));
                    let mistake = wording::missing(&expected, path, name, span);
                    self.findings.mistakes.push(mistake);
                }
            }
        }
        for name in wrong {
            table.remove(name.as_str());
            self.findings.removed.push(join(path, &name));
        }
    }

    /// Paths of the tables that know a key.
    fn homes(&self, schema: &'s Value, path: &str, name: &str, homes: &mut Vec<String>) {
        let shape = self.expectation(schema).table();
        for (key, schema) in shape.iter().flat_map(|shape| &shape.properties) {
            if *key == name {
                homes.push(path.to_owned());
            }
            self.homes(schema, &join(path, key), name, homes);
        }
    }
}

/// The path of a key within the table at a path.
pub(super) fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}
