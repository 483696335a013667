//! Export as code: a C header, and modules of JavaScript, Python and Rust.
//!
//! In C, the constants of the row heuristic have the names of the widely copied 2014 program, so
//! that the header can replace them. A Python module of `rows` has the function that values a row.

use std::fmt::Write;

use crate::weights::WeightsFile;
use crate::weights::export::code::{Constant, Language, constants};
use crate::weights::export::known_names::known_name;
use crate::weights::export::misreading::{Misreading, misreadings};
use crate::weights::export::{Format, evaluation, provenance};
use tune2048_engine::HeuristicKind;

pub(super) static C: Format = Format {
    name: "c",
    extensions: &["h", "hpp", "hh"],
    has_evaluation: true,
    network: Some(|network| network.c()),
    comment: Some(("/* ", " */")),
    write: |request| Ok(c_header(request.file, request.with_evaluation).into_bytes()),
    ..Format::TEXT
};

const IN_C: Language = Language {
    has_prefixes: true,
    types: ["double ", "int ", "char *const "],
    truths: ["0", "1"],
    brackets: ['{', '}'],
    indent: "",
    escape: |letter| {
        let mut bytes = [0; 4];
        letter.encode_utf8(&mut bytes).bytes().map(|byte| format!("\\{byte:03o}")).collect()
    },
};

/// Returns the header, with the function that values a row if `with_evaluation`.
fn c_header(file: &WeightsFile, with_evaluation: bool) -> String {
    let mut text = String::from("/*\n") + &provenance::comment(file, " * ");
    text.push_str(" */\n#ifndef TUNE2048_WEIGHTS_H\n#define TUNE2048_WEIGHTS_H\n\n");
    for Misreading { acknowledgement, message } in misreadings(file, with_evaluation) {
        // An error of the preprocessor that a macro switches off.
        let _ = writeln!(
            text,
            "#ifndef {acknowledgement}\n#error \"{message}, then define {acknowledgement}\"\n#endif\n"
        );
    }
    let heuristic = file.weights.subject.heuristic();
    let is_rows = matches!(heuristic, Some(HeuristicKind::Rows | HeuristicKind::RichRows(_)));
    let has_edge = file.weights.get("edge").is_some_and(|edge| edge != 0.0);
    for constant in constants(&file.weights, &IN_C) {
        let Constant { name, identifier, comment, of, lengths, value } = constant;
        if is_rows && name == "edge" && !has_edge {
            // A solver without this term needs no constant for it.
            continue;
        }
        // The known names belong to the built-in terms, not to terms that a user writes.
        let identifier = known_name(name).filter(|_| is_rows).unwrap_or(&identifier);
        let lengths: String = lengths.iter().map(|length| format!("[{length}]")).collect();
        let _ =
            writeln!(text, "/* {comment} */\nstatic const {of}{identifier}{lengths} = {value};");
    }
    if with_evaluation {
        text.push_str(&evaluation::c(has_edge));
    }
    text.push_str("\n#endif\n");
    text
}

pub(super) static JAVASCRIPT: Format = Format {
    name: "js",
    extensions: &["js", "mjs"],
    network: Some(|network| network.js()),
    comment: Some(("// ", "")),
    write: |request| Ok(javascript_module(request.file).into_bytes()),
    ..Format::TEXT
};

const IN_JAVASCRIPT: Language = Language { indent: "  ", ..Language::PLAIN };

fn javascript_module(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "// ");
    let subject = &file.weights.subject;
    let heuristic = subject.table_name();
    let _ = writeln!(text, "\nexport const weights = {{\n  heuristic: \"{heuristic}\",");
    for Constant { name, comment, value, .. } in constants(&file.weights, &IN_JAVASCRIPT) {
        // A program knows its own names.
        let is_own = subject.has_own_names();
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
    write: |request| Ok(python_module(request.file).into_bytes()),
    ..Format::TEXT
};

const IN_PYTHON: Language = Language {
    truths: ["False", "True"],
    escape: |letter| format!("\\U{:08x}", u32::from(letter)),
    ..Language::PLAIN
};

fn python_module(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "# ") + "\n";
    for Constant { identifier, comment, value, .. } in constants(&file.weights, &IN_PYTHON) {
        let _ = writeln!(text, "# {comment}\n{identifier} = {value}");
    }
    if file.weights.subject.heuristic() == Some(&HeuristicKind::Rows) {
        text.push_str(evaluation::PYTHON);
    }
    text
}

pub(super) static RUST: Format = Format {
    name: "rust",
    extensions: &["rs"],
    comment: Some(("// ", "")),
    write: |request| Ok(rust_module(request.file).into_bytes()),
    ..Format::TEXT
};

const IN_RUST: Language = Language { types: ["f64", "bool", "&str"], ..Language::PLAIN };

fn rust_module(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "//! ") + "\n";
    for Constant { identifier, comment, of, lengths, value, .. } in
        constants(&file.weights, &IN_RUST)
    {
        let of = lengths.iter().fold(of.to_owned(), |of, length| format!("[{of}; {length}]"));
        let identifier = identifier.to_uppercase();
        let _ = writeln!(text, "/// {comment}\npub const {identifier}: {of} = {value};");
    }
    text
}
