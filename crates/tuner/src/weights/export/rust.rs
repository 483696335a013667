//! Export as Rust constants.

use std::fmt::Write;

use crate::weights::export::code::{Constant, Language, constants};
use crate::weights::export::{Format, provenance};
use crate::weights::file::WeightsFile;

pub(super) static FORMAT: Format = Format {
    name: "rust",
    extensions: &["rs"],
    comment: Some(("// ", "")),
    write: |request| Ok(export(request.file).into_bytes()),
    ..Format::TEXT
};

const RUST: Language =
    Language { types: ["f64", "i64", "bool", "&str"], has_capitals: true, ..Language::USUAL };

fn export(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "//! ") + "\n";
    for Constant { identifier, comment, of, lengths, value, .. } in constants(file, &RUST) {
        let of = lengths.iter().fold(of.to_owned(), |of, length| format!("[{of}; {length}]"));
        let _ = writeln!(text, "/// {comment}\npub const {identifier}: {of} = {value};");
    }
    text
}
