//! Export as a JavaScript module with one object.

use std::fmt::Write;

use crate::weights::export::code::{Constant, Language, constants};
use crate::weights::export::{Format, provenance};
use crate::weights::file::WeightsFile;

pub(super) static FORMAT: Format = Format {
    name: "js",
    extensions: &["js", "mjs"],
    network: Some(|network| network.js()),
    comment: Some(("// ", "")),
    write: |request| Ok(export(request.file).into_bytes()),
    ..Format::TEXT
};

const JAVASCRIPT: Language = Language { indent: "  ", ..Language::USUAL };

fn export(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "// ");
    let subject = &file.weights.subject;
    let heuristic = subject.table_name();
    let _ = writeln!(text, "\nexport const weights = {{\n  heuristic: \"{heuristic}\",");
    for Constant { name, comment, value, .. } in constants(file, &JAVASCRIPT) {
        // A program knows its own names.
        let is_own = subject.is_program();
        let key = if is_own { format!("\"{name}\"") } else { camel_case(name) };
        let _ = writeln!(text, "  // {comment}\n  {key}: {value},");
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
