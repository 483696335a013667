//! Export as Rust constants.

use std::fmt::Write;

use crate::weights::export::{Format, constant_name, provenance, rows_in, scalars, square};
use crate::weights::file::WeightsFile;

pub(super) static FORMAT: Format = Format {
    name: "rust",
    extensions: &["rs"],
    comment: Some(("// ", "")),
    write: |request| Ok(export(request.file).into_bytes()),
    ..Format::TEXT
};

fn export(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "//! ");
    text.push('\n');
    for (name, meaning, value) in scalars(&file.weights) {
        let constant = name.to_uppercase().replace('-', "_");
        let _ = writeln!(text, "/// {meaning}\npub const {constant}: f64 = {value:?};");
    }
    let subject = &file.weights.subject;
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
