//! Export as a JavaScript module with one object.

use std::fmt::Write;

use crate::weights::export::{Format, provenance, rows_in, scalars, square};
use crate::weights::file::WeightsFile;

pub(super) static FORMAT: Format = Format {
    name: "js",
    extensions: &["js", "mjs"],
    comment: Some(("// ", "")),
    write: |request| Ok(export(request.file).into_bytes()),
    ..Format::TEXT
};

fn export(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "// ");
    let heuristic = file.weights.subject.table_name();
    let _ = writeln!(text, "\nexport const weights = {{\n  heuristic: \"{heuristic}\",");
    for (name, meaning, value) in scalars(&file.weights) {
        // A program knows its own names.
        let is_own = file.weights.subject.has_own_names();
        let key = if is_own { format!("\"{name}\"") } else { camel_case(name) };
        let _ = writeln!(text, "  // {meaning}\n  {key}: {value:?},");
    }
    if let Some((name, rows)) = square(&file.weights) {
        let _ =
            writeln!(text, "  // In reading order.\n  {name}: [\n{}  ],", rows_in(&rows, '[', ']'));
    }
    text.push_str("};\n");
    text
}

/// Turns `sum-exponent` into `sumExponent`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| {
        let (initial, rest) = word.split_at(1);
        text + initial.to_uppercase().as_str() + rest
    })
}
