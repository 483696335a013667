//! Reading the parameters of a program into a search space.

use std::collections::HashSet;
use std::sync::Arc;

use indexmap::IndexMap;

use super::command_entry::{Ends, MAX_LENGTH, PARAMETERS, ParameterEntry, ParameterTable};
use super::range::Range;
use super::weight_entry::{RangeTable, SpaceReader, report_rule};
use crate::subject::{Argument, Choice, Condition, Encoding};
use tune2048_engine::heuristic::Scale;
use tune2048_files::shown::is_hidden;
use tune2048_files::toml_errors::{Document, shown, toml_key};

impl SpaceReader<'_, '_> {
    /// Reads the parameters of a program into a search space that has their names.
    pub(super) fn parameters(&mut self, table: &IndexMap<String, ParameterEntry>) {
        let subject = Arc::clone(&self.space.start.subject);
        let mut index = 0;
        for (name, entry) in table {
            let path = format!("{PARAMETERS}.{name}");
            let length = entry.parameters(name).len();
            let hidden = match &subject.parameter(index).encoding {
                // It cannot stand in a row of a record.
                Encoding::Choice(list) if self.is_space => {
                    list.iter().find(|choice| choice.to_string().contains(is_hidden))
                }
                _ => None,
            };
            match (hidden, entry) {
                (Some(choice), _) => {
                    let message = format!("`{}`: a choice is a text in one line", shown(&path));
                    let label = format!("found {}", choice.to_json());
                    let help = "leave out what ends a line, tabs, and characters that nobody sees";
                    self.document.report_at(&path, message, label, help);
                }
                (_, ParameterEntry::Fixed(Argument::One(Choice::Text(text))))
                    if self.is_space && text == "tune" =>
                {
                    report_no_range(name, &path, "found \"tune\"", self.document);
                }
                (_, ParameterEntry::Fixed(Argument::One(fixed))) => {
                    let number = subject.parameter(index).number_of(fixed);
                    self.space.start.values[index] = number.unwrap_or_default();
                }
                (_, ParameterEntry::Fixed(Argument::Array(entries))) => {
                    self.space.start.values[index..index + length].copy_from_slice(entries);
                }
                (_, ParameterEntry::Tuned(table)) => {
                    TunedReader { name, path: &path, table, index, length, reader: self }.read();
                }
            }
            index += length;
        }
    }
}

const NEVER: &str = "the condition can never hold";

fn report_no_range(name: &str, path: &str, found: &str, document: &mut Document<'_>) {
    let message = format!("`{}`: a parameter of a program has no default range", shown(path));
    let label = format!("expected `start`, `low` and `high`, {found}");
    let key = toml_key(name);
    let help = format!("write for example {key} = {{ start = 100, low = 0, high = 1000 }}");
    document.report_at(path, message, label, help);
}

/// Values as JSON writes them, with a word or a sign between them.
pub(super) fn listed(values: &[Choice], between: &str) -> String {
    values.iter().map(Choice::to_json).collect::<Vec<_>>().join(between)
}

/// The table of a tuned parameter, and where it stands.
struct TunedReader<'e, 'd, 'f> {
    name: &'e str,
    path: &'e str,
    table: &'e ParameterTable,
    /// The index of its first parameter.
    index: usize,
    /// The number of its parameters.
    length: usize,
    reader: &'e mut SpaceReader<'d, 'f>,
}

impl TunedReader<'_, '_, '_> {
    fn read(mut self) {
        self.check_conditions();
        match self.table.list() {
            Some(list) => self.read_list(&list),
            None => self.read_range(),
        }
    }

    fn report(&mut self, key: &str, rule: &str, label: impl Into<String>, help: &str) {
        report_rule((self.path, key), rule, label, help, self.reader.document);
    }

    /// Reports conditions that can never hold: on what is no parameter above, on values that it cannot have, or
    /// against another condition, those of the parameters that are named included.
    fn check_conditions(&mut self) {
        let subject = Arc::clone(&self.reader.space.start.subject);
        let above = &subject.program_parameters()[..self.index];
        let mut conditions = self.table.conditions();
        for Condition { parameter: name, values } in &conditions {
            let at = above.iter().position(|other| other.name == *name);
            let range = at.and_then(|at| self.reader.space.range(at));
            let can_have = |value: &&Choice, at: usize| {
                let start = self.reader.space.start.values[at];
                above[at].number_of(value).is_some_and(|number| match range {
                    Some(range) => {
                        number.fract() == 0.0 && (range.low..=range.high).contains(&number)
                    }
                    None => number.to_bits() == start.to_bits(),
                })
            };
            let never = at.and_then(|at| values.iter().find(|value| !can_have(value, at)));
            let label = match never {
                _ if at.is_none() => format!("found no `{name}` above"),
                _ if range.is_some_and(|range| !range.integer) => {
                    format!(
                        "`{name}` has no single values: give it `integer = true`, `values` or `choices`"
                    )
                }
                Some(value) => format!("`{name}` is never {}", value.to_json()),
                None if values.is_empty() => "expected a value or more, found none".to_owned(),
                None => continue,
            };
            let help = "name a parameter that stands above, and values that it can have";
            self.report(&format!("only-when.{name}"), NEVER, label, help);
        }
        let mut left: IndexMap<String, Vec<Choice>> = IndexMap::new();
        let mut next = 0;
        while let Some(Condition { parameter, values }) = conditions.get(next).cloned() {
            next += 1;
            let Some(allowed) = left.get_mut(&parameter) else {
                let other = above.iter().find(|other| other.name == parameter);
                conditions.extend(other.iter().flat_map(|other| other.only_when.iter().cloned()));
                left.insert(parameter, values);
                continue;
            };
            let before = listed(allowed, " or ");
            allowed.retain(|value| values.contains(value));
            if allowed.is_empty() && !before.is_empty() && !values.is_empty() {
                let label =
                    format!("`{parameter}` would be {before} and also {}", listed(&values, " or "));
                let help = "it holds only with the conditions of the parameters that it names: leave one out";
                return self.report("only-when", NEVER, label, help);
            }
        }
    }

    fn read_list(&mut self, list: &[Choice]) {
        let table = self.table;
        let key = if table.choices.is_some() { "choices" } else { "values" };
        let others = [
            ("values", key == "choices" && table.values.is_some()),
            ("low", table.low.is_some()),
            ("high", table.high.is_some()),
            ("scale", table.scale.is_some()),
            ("integer", table.integer),
            ("length", table.length.is_some()),
        ];
        for (other, _) in others.iter().filter(|(_, is_given)| *is_given) {
            let since = format!("`{key}` has all that it may be");
            self.reader.document.report_useless(&format!("{}.{other}", self.path), since);
        }
        let is_rising =
            table.values.as_ref().is_none_or(|values| values.is_sorted_by(|a, b| a < b));
        // Records have them as text.
        let texts: HashSet<String> = list.iter().map(Choice::to_string).collect();
        if !(2..=MAX_LENGTH).contains(&list.len()) || texts.len() < list.len() || !is_rising {
            let label = format!("expected 2 to {MAX_LENGTH}");
            let help = "to fix a parameter, give its value alone";
            return self.report(key, "choices must differ, and values rise", label, help);
        }
        let start = match &table.start {
            Some(Argument::One(start)) => list.iter().position(|choice| choice == start),
            _ => None,
        };
        match start {
            Some(start) => self.reader.space.start.values[self.index] = start as f64,
            None => {
                let rule = format!("the start must be one of the {key}");
                let label = format!("expected one of {}", listed(list, ", "));
                let help = "give as `start` what the program does without tuning";
                self.report("start", &rule, label, help);
            }
        }
        let high = (list.len() - 1) as f64;
        let unordered = key == "choices";
        let range = Range { low: 0.0, high, scale: Scale::Linear, integer: true, unordered };
        self.reader.tune(self.index, range, self.path);
    }

    fn read_range(&mut self) {
        let table = self.table;
        let (Some(start), Some(low), Some(high)) = (&table.start, &table.low, &table.high) else {
            let given = [table.start.is_some(), table.low.is_some(), table.high.is_some()];
            let keys = ["`start`", "`low`", "`high`"].into_iter().zip(given);
            let missing: Vec<_> = keys.filter(|(_, given)| !given).map(|(key, _)| key).collect();
            let found = format!("found no {}", missing.join(" and no "));
            return report_no_range(self.name, self.path, &found, self.reader.document);
        };
        let start = match start {
            Argument::One(Choice::Number(start)) => Some(vec![*start; self.length]),
            Argument::Array(entries) => self.each("start", entries),
            Argument::One(_) => {
                let help = "for words, give `choices` in place of `low` and `high`";
                self.report("start", "a range needs a number", "expected a number", help);
                None
            }
        };
        let [low, high] = [("low", low), ("high", high)].map(|(key, ends)| match ends {
            Ends::One(end) => Some(vec![*end; self.length]),
            Ends::Each(ends) => self.each(key, ends),
        });
        let (Some(start), Some(low), Some(high)) = (start, low, high) else { return };
        for place in 0..self.length {
            let range = RangeTable {
                start: Some(start[place]),
                low: Some(low[place]),
                high: Some(high[place]),
                scale: table.scale,
                integer: table.integer,
            };
            self.reader.range(self.index + place, &range, self.path);
        }
    }

    /// One number for each entry; nothing if there are too few or too many.
    fn each(&mut self, key: &str, numbers: &[f64]) -> Option<Vec<f64>> {
        let (found, expected) = (numbers.len(), self.length);
        let (rule, label) = if self.table.length.is_none() {
            ("an array needs its length", format!("expected length = {found} beside it"))
        } else if found != expected {
            let label = format!("expected {expected}, found {found}");
            ("an array needs a number for each entry", label)
        } else {
            return Some(numbers.to_vec());
        };
        self.report(key, rule, label, "give one number for all, or one for each");
        None
    }
}
