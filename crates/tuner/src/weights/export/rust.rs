//! Export as Rust constants.

use std::fmt::Write;

use crate::weights::export::{
    Constant, Format, Literals, constant_name, constants, provenance, rows_in, scalars, square,
};
use crate::weights::file::WeightsFile;

pub(super) static FORMAT: Format = Format {
    name: "rust",
    extensions: &["rs"],
    comment: Some(("// ", "")),
    write: |request| Ok(export(request.file).into_bytes()),
    ..Format::TEXT
};

const LITERALS: Literals = Literals {
    types: ["f64", "bool", "&str"],
    truths: ["false", "true"],
    brackets: ['[', ']'],
    escape: |letter| letter.escape_unicode().to_string(),
};

fn export(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "//! ");
    text.push('\n');
    for (name, meaning, value) in scalars(&file.weights) {
        let constant = name.to_uppercase().replace('-', "_");
        let _ = writeln!(text, "/// {meaning}\npub const {constant}: f64 = {value:?};");
    }
    let subject = &file.weights.subject;
    for Constant { name, of, length, value } in constants(&file.weights, &LITERALS) {
        let of = length.map_or(of.to_owned(), |length| format!("[{of}; {length}]"));
        let constant = constant_name(subject, &name).to_uppercase();
        let _ = writeln!(
            text,
            "/// Parameter {name} of the program.\npub const {constant}: {of} = {value};"
        );
    }
    if let (Some((name, rows)), Some(heuristic)) = (square(&file.weights), subject.heuristic()) {
        let prefix = heuristic.constant_prefix();
        let (constant, cells) = (constant_name(subject, name), rows_in(&rows, '[', ']'));
        let _ = writeln!(
            text,
            "/// In reading order.\npub const {prefix}_{constant}: [[f64; 4]; 4] = [\n{cells}];"
        );
    }
    text
}
