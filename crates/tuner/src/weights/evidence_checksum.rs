//! The checksum of a table of evidence.

use toml::{Table, Value};

/// The key of the checksum in the table.
const KEY: &str = "checksum";

/// Adds the checksum to a table.
pub(super) fn seal(table: &mut Table) {
    table.insert(KEY.to_owned(), Value::from(checksum(table)));
}

/// Whether the table has a checksum, and is as it was when that was written;
/// `None` without a checksum.
pub(super) fn is_sealed(table: &Table) -> Option<bool> {
    let found = table.get(KEY)?;
    Some(found.as_str() == Some(&checksum(table)))
}

/// CRC-32, eight hexadecimal digits, of all other keys with their values, in
/// alphabetical order: comments, blanks and the order of keys do not matter.
fn checksum(table: &Table) -> String {
    let mut lines = Vec::new();
    for (key, value) in table.iter().filter(|(key, _)| *key != KEY) {
        collect(key, value, &mut lines);
    }
    lines.sort_unstable();
    format!("{:08x}", crc32fast::hash(lines.concat().as_bytes()))
}

/// Collects a line for each number and text in a value.
fn collect(path: &str, value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                collect(&format!("{path}.{key}"), value, lines);
            }
        }
        Value::Array(values) => {
            for (place, value) in values.iter().enumerate() {
                collect(&format!("{path}.{place}"), value, lines);
            }
        }
        other => lines.push(format!("{path} = {other}\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_other_value_breaks_the_seal_and_another_order_does_not() {
        let text = "ratio = 1.5\nlook = 1\n[ratio_ci95]\nlow = 1.25\nhigh = 1.75\n";
        let mut table: Table = text.parse().unwrap();
        assert_eq!(is_sealed(&table), None);
        seal(&mut table);
        assert_eq!(is_sealed(&table), Some(true));
        let sealed = toml::to_string(&table).unwrap();
        assert_eq!(is_sealed(&sealed.parse().unwrap()), Some(true), "{sealed}");
        let other_order =
            sealed.replace("ratio = 1.5\nlook = 1\n", "look = 1 # one\nratio = 1.50\n");
        assert_ne!(other_order, sealed);
        assert_eq!(is_sealed(&other_order.parse().unwrap()), Some(true));
        for (from, to) in [("1.5", "2.5"), ("low = 1.25", "low = 1.5"), ("look = 1", "look = 2")] {
            let edited = sealed.replacen(from, to, 1);
            assert_ne!(edited, sealed);
            assert_eq!(is_sealed(&edited.parse().unwrap()), Some(false), "{edited}");
        }
    }
}
