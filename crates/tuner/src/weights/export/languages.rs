//! Export as modules of constants: of Rust and Python, and of JavaScript as one object.

use std::fmt::Write;

use crate::weights::WeightsFile;
use crate::weights::export::code::{Constant, Language, constants};
use crate::weights::export::{Format, provenance};
use tune2048_engine::heuristic::HeuristicKind;

pub(super) static RUST: Format = Format {
    name: "rust",
    extensions: &["rs"],
    comment: Some(("// ", "")),
    write: |request| Ok(rust(request.file).into_bytes()),
    ..Format::TEXT
};

const RUST_CODE: Language =
    Language { types: ["f64", "i64", "bool", "&str"], has_capitals: true, ..Language::USUAL };

fn rust(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "//! ") + "\n";
    for Constant { identifier, comment, of, lengths, value, .. } in constants(file, &RUST_CODE) {
        let of = lengths.iter().fold(of.to_owned(), |of, length| format!("[{of}; {length}]"));
        let _ = writeln!(text, "/// {comment}\npub const {identifier}: {of} = {value};");
    }
    text
}

pub(super) static JS: Format = Format {
    name: "js",
    extensions: &["js", "mjs"],
    network: Some(|network| network.js()),
    comment: Some(("// ", "")),
    write: |request| Ok(js(request.file).into_bytes()),
    ..Format::TEXT
};

const JS_CODE: Language = Language { indent: "  ", ..Language::USUAL };

fn js(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "// ");
    let subject = &file.weights.subject;
    let heuristic = subject.table_name();
    let _ = writeln!(text, "\nexport const weights = {{\n  heuristic: \"{heuristic}\",");
    for Constant { name, comment, value, .. } in constants(file, &JS_CODE) {
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

pub(super) static PYTHON: Format = Format {
    name: "python",
    extensions: &["py"],
    has_evaluation: true,
    network: Some(|network| network.python()),
    comment: Some(("# ", "")),
    write: |request| Ok(python(request.file).into_bytes()),
    ..Format::TEXT
};

/// Whether the first line that is no comment is a constant. Comments look like those of TOML, whose
/// first line is a table or a key in lower case.
pub(super) fn has_constants(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let name = lines.next().and_then(|line| Some(line.split_once(" = ")?.0)).unwrap_or_default();
    let is_part = |c: char| c == '_' || c.is_ascii_uppercase() || c.is_ascii_digit();
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(is_part)
}

/// The keywords.
#[rustfmt::skip]
const RESERVED: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

const PYTHON_CODE: Language = Language {
    truths: ["False", "True"],
    is_reserved: |name| RESERVED.contains(&name),
    escape: |letter| format!("\\U{:08x}", u32::from(letter)),
    ..Language::USUAL
};

/// Returns the module; the formula of its function is that of
/// [`rows`](tune2048_engine::heuristic::rows), in 64-bit floats.
fn python(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "# ") + "\n";
    for Constant { identifier, comment, value, .. } in constants(file, &PYTHON_CODE) {
        let _ = writeln!(text, "# {comment}\n{identifier} = {value}");
    }
    if file.weights.subject.heuristic() == Some(&HeuristicKind::Rows) {
        text = text + "\n\n" + include_str!("evaluation/rows.py");
    }
    text
}
