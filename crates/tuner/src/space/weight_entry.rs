//! One weight in a campaign file: fixed, or tuned within a range.

use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use super::range::Range;
use super::search_space::SearchSpace;
use crate::subject::{Configuration, Subject};
use tune2048_engine::heuristic::{Scale, WeightSpec};
use tune2048_files::toml_errors::{Document, number, shown};

/// A weight is a number that stays fixed, "tune" to tune it from its default within its
/// natural range, or a table with any of `start`, `low`, `high`, `scale` and `integer`.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Weight")]
pub(crate) enum WeightEntry {
    /// A number that stays fixed.
    Fixed(f64),
    /// Tuned from the default within the natural range.
    Tuned(Tune),
    /// Tuned within a range.
    Range(RangeTable),
}

/// The word for a weight that is tuned from its default within its natural range.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Tune {
    /// Tuned from the default, within the natural range, on a linear scale.
    Tune,
}

/// The range of a weight and the start of the search in it.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "WeightRange")]
pub(crate) struct RangeTable {
    /// The start of the search. Default that of the weight.
    pub(crate) start: Option<f64>,
    /// The low end of the range. Default that of the natural range.
    #[schemars(range(min = -1e30, max = 1e30))]
    pub(crate) low: Option<f64>,
    /// The high end of the range. Default that of the natural range.
    #[schemars(range(min = -1e30, max = 1e30))]
    pub(crate) high: Option<f64>,
    /// How the range is divided. Default `linear`.
    pub(crate) scale: Option<Scale>,
    /// Whether only integers are tried.
    #[serde(default)]
    pub(crate) integer: bool,
}

impl WeightEntry {
    /// The range in which it is tuned; the number of a fixed weight.
    pub(super) fn range(&self) -> Result<RangeTable, f64> {
        match self {
            Self::Fixed(value) => Err(*value),
            Self::Tuned(_) => Ok(RangeTable::default()),
            Self::Range(table) => Ok(*table),
        }
    }
}

impl RangeTable {
    /// The value from which the search starts.
    pub(super) fn start_of(&self, weight: &WeightSpec) -> f64 {
        self.start.unwrap_or(weight.default)
    }
}

/// A search space that is read, and the file that it is read from, where mistakes are reported.
pub(super) struct SpaceReader<'d, 'f> {
    pub(super) space: SearchSpace,
    pub(super) document: &'d mut Document<'f>,
    /// Whether the file is a search space, and no file of weights.
    pub(super) is_space: bool,
}

impl<'d, 'f> SpaceReader<'d, 'f> {
    pub(super) fn new(
        subject: Arc<Subject>,
        is_space: bool,
        document: &'d mut Document<'f>,
    ) -> Self {
        let start = Configuration::defaults(subject);
        let (tuned, constraints) = (Vec::new(), Vec::new());
        let space = SearchSpace { start, layout: None, tuned, constraints };
        Self { space, document, is_space }
    }

    /// Takes up the range of a weight.
    pub(super) fn tune(&mut self, index: usize, range: Range, path: &str) {
        if self.tunes(path) {
            self.space.tuned.push((index, range));
        }
    }

    /// Whether something may be tuned: in a file of weights nothing is.
    pub(super) fn tunes(&mut self, path: &str) -> bool {
        if !self.is_space {
            let message = format!("`{}` is tuned", shown(path));
            let label = "expected what is fixed, found a range";
            let help =
                "a weights file contains numbers only; use `tune2048 run` for a search space";
            self.document.report_at(path, message, label, help);
        }
        self.is_space
    }

    /// Reads the range of a parameter at a path, given its index.
    pub(super) fn range(&mut self, index: usize, table: &RangeTable, path: &str) {
        let subject = Arc::clone(&self.space.start.subject);
        let weight = &subject.parameters()[index];
        let range = read_range(weight, table, path, self.document);
        self.tune(index, range, path);
        self.space.start.values[index] = table.start_of(weight);
    }
}

/// Reports a key of the table at a path that breaks a rule.
pub(super) fn report_rule(
    (path, key): (&str, &str),
    rule: &str,
    label: impl Into<String>,
    help: &str,
    document: &mut Document<'_>,
) {
    let message = format!("`{}`: {rule}", shown(path));
    document.report_at(&format!("{path}.{key}"), message, label, help);
}

/// Reads the range of a weight and reports the mistakes in it.
fn read_range(
    weight: &WeightSpec,
    table: &RangeTable,
    path: &str,
    document: &mut Document<'_>,
) -> Range {
    let start = table.start_of(weight);
    let low = table.low.unwrap_or(weight.low);
    let high = table.high.unwrap_or(weight.high);
    let scale = table.scale.unwrap_or_default();
    // Adding 0 turns -0 into 0.
    let (first, last) = (low.ceil() + 0.0, high.floor() + 0.0);
    let [from, to, begun] = [low, high, start].map(number);
    let mut report = |key, rule, label, help| report_rule((path, key), rule, label, help, document);
    let is_range = low < high;
    if !is_range {
        let key = if table.low.is_some() { "low" } else { "high" };
        let label = format!("found low = {from} and high = {to}");
        let help = "an end that is left out is that of the natural range; to fix the weight, give a plain number";
        report(key, "`low` must be below `high`", label, help);
    } else if !(low..=high).contains(&start) {
        let label = format!("expected {from} to {to}, found {begun}");
        let help = "give another `start`, or widen the range";
        report("start", "the start must lie in the range", label, help);
    } else if table.integer && first >= last {
        let label = format!("found none or one from {from} to {to}");
        let help = "widen the range, or give the weight as a plain number";
        report("integer", "the range must contain two or more integers", label, help);
    } else if table.integer && start.fract() != 0.0 {
        let label = format!("expected an integer, found {begun}");
        let help = "give an integer as `start`, or remove `integer`";
        report("start", "the start must be one of the integers", label, help);
    }
    if scale == Scale::Log && low <= 0.0 {
        let key = if table.low.is_some() { "low" } else { "scale" };
        let label = format!("expected a `low` above 0, found {from}");
        let help = "give a `low` above 0, or scale = \"linear\"";
        report(key, "a logarithmic scale needs a range above 0", label, help);
    }
    let (low, high) = if table.integer { (first, last) } else { (low, high) };
    Range { low, high, scale, integer: table.integer, unordered: false }
}

/// The default and the natural range of a weight.
pub(super) fn natural_range(weight: &WeightSpec) -> String {
    let [default, low, high] = [weight.default, weight.low, weight.high].map(number);
    format!("Default {default}, natural range {low} to {high}")
}

/// The schema of an entry with a description.
pub(super) fn described<E: JsonSchema>(text: &str, generator: &mut SchemaGenerator) -> Schema {
    let mut schema = generator.subschema_for::<E>();
    schema.insert("description".to_owned(), text.into());
    schema
}
