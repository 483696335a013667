//! Export as a JavaScript module with one object.

use std::fmt::Write;

use crate::weights::export::{
    Constant, Format, Literals, constants, provenance, rows_in, scalars, square,
};
use crate::weights::file::WeightsFile;

pub(super) static FORMAT: Format = Format {
    name: "js",
    extensions: &["js", "mjs"],
    network: Some(|network| network.js()),
    comment: Some(("// ", "")),
    write: |request| Ok(export(request.file).into_bytes()),
    ..Format::TEXT
};

const LITERALS: Literals = Literals {
    types: [""; 3],
    truths: ["false", "true"],
    brackets: ['[', ']'],
    escape: |letter| letter.escape_unicode().to_string(),
};

fn export(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "// ");
    let heuristic = file.weights.subject.table_name();
    let _ = writeln!(text, "\nexport const weights = {{\n  heuristic: \"{heuristic}\",");
    for (name, meaning, value) in scalars(&file.weights) {
        let _ = writeln!(text, "  // {meaning}\n  {}: {value:?},", camel_case(name));
    }
    for Constant { name, value, .. } in constants(&file.weights, &LITERALS) {
        // A program knows its own names.
        let _ = writeln!(text, "  // Parameter {name} of the program.\n  \"{name}\": {value},");
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
