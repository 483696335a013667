//! Tables of the weights of a heuristic, from its own list.

use std::path::Path;

use tune2048_engine::heuristic::WeightSpec;
use tune2048_tuner::space;
use tune2048_tuner::weights::file::WeightsFile;

use super::schema_table::SchemaTables;
use super::{cell, number};

/// The row of all weights of inner lines.
const INNER: &str = "| `inner-NAME` | as `NAME` | as `NAME` | In place of `NAME`, any of the above but `constant`, \
                     in the two middle rows and columns. |\n";

/// The weights of a heuristic, or of `rows on-request` those beyond the basic ones.
pub(super) fn generate(heuristic: &str) -> Option<String> {
    let weights = match heuristic {
        "rows on-request" => {
            let keys = SchemaTables::new(space::schema()).keys("heuristic.rows");
            let entries: String = keys.iter().map(|key| format!("{key} = 0.1\n")).collect();
            let basic = weights("[heuristic.rows]\n")?;
            let is_basic = |weight: &WeightSpec| basic.iter().any(|one| one.name == weight.name);
            let all = weights(&format!("[heuristic.rows]\n{entries}"))?;
            all.into_iter().filter(|weight| !is_basic(weight)).collect()
        }
        "corner-matrix" => weights("[heuristic.corner-matrix]\ncells = \"power\"\n")?,
        "tuples" => weights("[heuristic.tuples]\nnetwork = \"learned-small\"\n")?,
        name => weights(&format!("[heuristic.{name}]\n"))?,
    };
    let mut text = "| weight | default | natural range | meaning |\n|---|---|---|---|\n".to_owned();
    let mut rest = weights.as_slice();
    while let Some(first) = rest.first() {
        let entries = rest.iter().take_while(|weight| is_entry(first, weight)).count();
        if entries == 16 {
            text += &matrix(&rest[..16]);
            rest = &rest[16..];
        } else if let Some(name) = first.name.strip_prefix("inner-") {
            let expected = format!("In place of {name} in the two middle rows and columns.");
            assert_eq!(cell(&first.meaning), expected, "the weights of inner lines share a row");
            if !text.contains(INNER) {
                text += INNER;
            }
            rest = &rest[1..];
        } else {
            text += &row(
                &format!("`{}`", first.name),
                &number(first.default),
                &format!("{} to {}", number(first.low), number(first.high)),
                first,
            );
            rest = &rest[1..];
        }
    }
    Some(text)
}

fn weights(text: &str) -> Option<Vec<WeightSpec>> {
    let file = WeightsFile::parse(Path::new("weights.toml"), text).ok()?;
    Some(file.weights.iter().map(|(weight, _)| weight.clone()).collect())
}

/// Whether both are entries of one matrix: names that differ in two digits only.
fn is_entry(one: &WeightSpec, other: &WeightSpec) -> bool {
    let stem =
        |weight: &WeightSpec| weight.name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let digits = |weight: &WeightSpec| weight.name.len() - stem(weight).len();
    digits(one) == 2 && digits(other) == 2 && stem(one) == stem(other)
}

/// One row for the sixteen entries of a matrix.
fn matrix(entries: &[WeightSpec]) -> String {
    let first = &entries[0];
    let all = |of: fn(&WeightSpec) -> f64| {
        entries.iter().all(|entry| of(entry).to_bits() == of(first).to_bits())
    };
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
    let is_same = all(|entry| entry.default);
    let default = if is_same { number(first.default) } else { "see below".to_owned() };
    let range = if all(|entry| entry.low) && all(|entry| entry.high) {
        format!("{} to {}", number(first.low), number(first.high))
    } else {
        let (below, above) = (first.default - first.low, first.high - first.default);
        let are_equal = entries.iter().all(|weight| {
            close(weight.default - weight.low, below) && close(weight.high - weight.default, above)
        });
        assert!(are_equal, "{}: expected ranges of equal width", first.name);
        format!("{} below to {} above", number(below), number(above))
    };
    let names = format!("`{}` … `{}`", first.name, entries[15].name);
    row(&names, &default, &range, first)
}

fn row(names: &str, default: &str, range: &str, weight: &WeightSpec) -> String {
    format!("| {names} | {default} | {range} | {} |\n", cell(&weight.meaning))
}
