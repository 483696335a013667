//! One weight in a campaign file: fixed, or tuned within a range.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use super::range::Range;
use super::search_space::{Dimension, SearchSpace};
use tune2048_engine::heuristic::{Scale, WeightSpec};
use tune2048_files::toml_errors::{Document, number, shown};

/// A weight is a number that stays fixed, "tune" to tune it from its default within its
/// natural range, or a table with any of `start`, `low`, `high`, `scale` and `integer`.
#[derive(Debug, Deserialize, JsonSchema)]
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
#[derive(Debug, Deserialize, JsonSchema)]
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
    /// The value from which the search starts. Default the default of the weight.
    pub(crate) start: Option<f64>,
    /// The low end of the range. Default the low end of the natural range.
    #[schemars(range(min = -1e30, max = 1e30))]
    pub(crate) low: Option<f64>,
    /// The high end of the range. Default the high end of the natural range.
    #[schemars(range(min = -1e30, max = 1e30))]
    pub(crate) high: Option<f64>,
    /// How the range is divided. Default `linear` for weights.
    pub(crate) scale: Option<Scale>,
    /// Whether only integers are tried.
    #[serde(default)]
    pub(crate) integer: bool,
}

/// Reads the entry of a weight, given with its index in the heuristic's list.
pub(super) fn read_weight(
    search_space: &mut SearchSpace,
    (index, weight): (usize, &WeightSpec),
    entry: &WeightEntry,
    path: &str,
    document: &mut Document<'_>,
) {
    let natural = RangeTable::default();
    let table = match entry {
        WeightEntry::Fixed(value) => {
            search_space.start.values[index] = *value;
            return;
        }
        WeightEntry::Tuned(_) => &natural,
        WeightEntry::Range(table) => table,
    };
    let start = table.start.unwrap_or(weight.default);
    if document.is_sound(path) {
        let range = read_range(weight, table, start, path, document);
        search_space.tuned.push(Dimension::Weight(index, range));
    }
    search_space.start.values[index] = start;
}

/// Reads the range of a weight and reports every mistake in it.
pub(super) fn read_range(
    weight: &WeightSpec,
    table: &RangeTable,
    start: f64,
    path: &str,
    document: &mut Document<'_>,
) -> Range {
    let low = table.low.unwrap_or(weight.low);
    let high = table.high.unwrap_or(weight.high);
    let faults = [
        ends_fault(table, low, high),
        start_fault(table, start, low, high),
        scale_fault(table, low),
        integer_fault(table, start, low, high),
    ];
    for fault in faults.into_iter().flatten() {
        let message = format!("`{}`: {}", shown(path), fault.rule);
        document.report_at(&format!("{path}.{}", fault.key), message, fault.label, fault.help);
    }
    let (first, last) = if table.integer {
        // Adding 0 turns -0 into 0.
        (low.ceil() + 0.0, high.floor() + 0.0)
    } else {
        (low, high)
    };
    Range { low: first, high: last, scale: table.scale.unwrap_or_default(), integer: table.integer }
}

/// A mistake in the table of a weight.
struct Fault {
    /// The key to point at.
    key: &'static str,
    /// The rule that is violated.
    rule: &'static str,
    label: String,
    help: &'static str,
}

fn ends_fault(table: &RangeTable, low: f64, high: f64) -> Option<Fault> {
    if low < high {
        return None;
    }
    let (key, help) = match (table.low, table.high) {
        (Some(_), Some(_)) if low > high => ("low", "swap the two ends"),
        (Some(_), Some(_)) => ("low", "to fix the weight, give it as a plain number"),
        (Some(_), None) => ("low", "`high` is the end of the natural range: give `high` as well"),
        (None, _) => ("high", "`low` is the end of the natural range: give `low` as well"),
    };
    Some(Fault {
        key,
        rule: "`low` must be below `high`",
        label: format!("found low = {} and high = {}", number(low), number(high)),
        help,
    })
}

fn start_fault(table: &RangeTable, start: f64, low: f64, high: f64) -> Option<Fault> {
    let is_wrong = low < high && !(low <= start && start <= high);
    is_wrong.then(|| Fault {
        key: "start",
        rule: "the start must lie in the range",
        label: format!("expected {} to {}, found {}", number(low), number(high), number(start)),
        help: match table.start {
            Some(_) => "move the start into the range, or widen the range",
            None => "the default of the weight lies outside: give `start` as well",
        },
    })
}

fn scale_fault(table: &RangeTable, low: f64) -> Option<Fault> {
    let is_wrong = table.scale == Some(Scale::Log) && low <= 0.0;
    is_wrong.then(|| Fault {
        key: if table.low.is_some() { "low" } else { "scale" },
        rule: "a logarithmic scale needs a range above 0",
        label: format!("expected a `low` above 0, found {}", number(low)),
        help: "give a `low` above 0, or scale = \"linear\"",
    })
}

fn integer_fault(table: &RangeTable, start: f64, low: f64, high: f64) -> Option<Fault> {
    if !table.integer || low >= high {
        None
    } else if low.ceil() >= high.floor() {
        Some(Fault {
            key: "integer",
            rule: "the range must contain two or more integers",
            label: "expected two or more integers from `low` to `high`".to_owned(),
            help: "widen the range, or give the weight as a plain number",
        })
    } else {
        let is_wrong = low <= start && start <= high && start.fract() != 0.0;
        is_wrong.then(|| Fault {
            key: "start",
            rule: "the start must be one of the integers",
            label: format!("expected an integer, found {}", number(start)),
            help: "give an integer as `start`, or remove `integer`",
        })
    }
}

/// The schema of the entry of a weight, with its meaning, default and natural range.
pub(super) fn weight_schema<E: JsonSchema>(
    weight: &WeightSpec,
    generator: &mut SchemaGenerator,
) -> Schema {
    let mut schema = generator.subschema_for::<E>();
    let description = format!(
        "{} Default {}, natural range {} to {}.",
        weight.meaning,
        number(weight.default),
        number(weight.low),
        number(weight.high),
    );
    schema.insert("description".to_owned(), description.into());
    schema
}
