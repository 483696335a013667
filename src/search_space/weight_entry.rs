//! What a search space says of one weight: fixed, or tuned within a range.

use super::heuristic_table::{RangeTable, WeightEntry};
use super::parameters::{Axis, Parameters};
use super::range::Range;
use crate::diagnostics::{Document, Mistake, number};
use crate::heuristic::{Scale, WeightSpec};

/// Reads what is said of the weight at a place of the list.
pub(super) fn read_weight(
    parameters: &mut Parameters,
    (index, weight): (usize, &WeightSpec),
    entry: &WeightEntry,
    path: &str,
    document: &mut Document<'_>,
) {
    let natural = RangeTable::default();
    let table = match entry {
        WeightEntry::Fixed(value) => {
            parameters.start.values[index] = *value;
            return;
        }
        WeightEntry::Tuned(_) => &natural,
        WeightEntry::Range(table) => table,
    };
    let start = table.start.unwrap_or(weight.default);
    if document.is_sound(path) {
        let range = read_range(weight, table, start, path, document);
        parameters.axes.push(Axis::Weight(index, range));
    }
    parameters.start.values[index] = start;
}

/// The range of a weight; every mistake in it is reported.
pub(super) fn read_range(
    weight: &WeightSpec,
    table: &RangeTable,
    start: f64,
    path: &str,
    document: &mut Document<'_>,
) -> Range {
    let (low, high) = (
        table.low.unwrap_or(weight.low),
        table.high.unwrap_or(weight.high),
    );
    let mut report = |key: &str, message: String, label: String, help: &str| {
        let span = document.span(&format!("{path}.{key}"));
        document.report(Mistake::new(span, message, label).help(help));
    };
    if low >= high {
        let (key, help) = match (table.low, table.high) {
            (Some(_), Some(_)) if low > high => ("low", "swap the two ends"),
            (Some(_), Some(_)) => ("low", "to fix the weight, give it as a plain number"),
            (Some(_), None) => (
                "low",
                "give `high` as well: this one is the natural range's",
            ),
            (None, _) => (
                "high",
                "give `low` as well: this one is the natural range's",
            ),
        };
        let label = format!("found low = {} and high = {}", number(low), number(high));
        report(
            key,
            format!("`low` of `{path}` must be below `high`"),
            label,
            help,
        );
    } else if !(low <= start && start <= high) {
        let label = format!(
            "expected {} to {}, found {}",
            number(low),
            number(high),
            number(start)
        );
        let help = match table.start {
            Some(_) => "move the start into the range, or widen the range",
            None => "the default is outside: give `start` as well",
        };
        report(
            "start",
            format!("`start` of `{path}` lies outside its range"),
            label,
            help,
        );
    }
    if table.scale == Scale::Log && low <= 0.0 {
        let key = if table.low.is_some() { "low" } else { "scale" };
        let label = format!("expected a `low` above 0, found {}", number(low));
        let help = "give a `low` above 0, or scale = \"linear\"";
        report(
            key,
            format!("`{path}` has a logarithmic scale down to 0 or less"),
            label,
            help,
        );
    }
    let mut range = Range {
        low,
        high,
        scale: table.scale,
        integer: table.integer,
    };
    if table.integer {
        (range.low, range.high) = (low.ceil(), high.floor());
        if low < high && range.low >= range.high {
            let label = format!(
                "expected two integers from {} to {}",
                number(low),
                number(high)
            );
            let help = "widen the range, or give the weight as a plain number";
            report(
                "integer",
                format!("`{path}` has no integers to choose from"),
                label,
                help,
            );
        } else if low <= start && start <= high && start.fract() != 0.0 {
            let label = format!("expected an integer, found {}", number(start));
            let help = "give an integer as `start`, or remove `integer`";
            report(
                "start",
                format!("`start` of `{path}` is not an integer"),
                label,
                help,
            );
        }
    }
    range
}
