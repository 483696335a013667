//! Export as a C header. The constants of the row heuristic have the names of
//! the widely copied 2014 program, so that the header can replace them.

use std::fmt::Write;

use crate::weights::export::known_names::known_name;
use crate::weights::export::misreading::{Misreading, misreadings};
use crate::weights::export::{
    Constant, Format, Literals, constant_name, constants, evaluation, provenance, rows_in, scalars,
    square,
};
use crate::weights::file::WeightsFile;
use tune2048_engine::heuristic::HeuristicKind;

pub(super) static FORMAT: Format = Format {
    name: "c",
    extensions: &["h", "hpp", "hh"],
    has_evaluation: true,
    network: Some(|network| network.c()),
    comment: Some(("/* ", " */")),
    write: |request| Ok(export(request.file, request.with_evaluation).into_bytes()),
    warnings: |file, with_evaluation| {
        let found = misreadings(file, with_evaluation);
        found.iter().map(ToString::to_string).collect()
    },
    ..Format::TEXT
};

const LITERALS: Literals = Literals {
    types: ["double ", "int ", "char *const "],
    truths: ["0", "1"],
    brackets: ['{', '}'],
    escape: |letter| {
        let mut bytes = [0; 4];
        letter.encode_utf8(&mut bytes).bytes().map(|byte| format!("\\{byte:03o}")).collect()
    },
};

/// Returns the header, with the function that values a row if `with_evaluation`.
fn export(file: &WeightsFile, with_evaluation: bool) -> String {
    let mut text = String::from("/*\n") + &provenance::comment(file, " * ");
    text.push_str(" */\n#ifndef TUNE2048_WEIGHTS_H\n#define TUNE2048_WEIGHTS_H\n\n");
    for misreading in misreadings(file, with_evaluation) {
        text.push_str(&error_unless_acknowledged(&misreading));
    }
    let heuristic = file.weights.subject.heuristic();
    let is_rows = matches!(heuristic, Some(HeuristicKind::Rows | HeuristicKind::RichRows(_)));
    let prefix = heuristic.map(|kind| format!("{}_", kind.constant_prefix())).unwrap_or_default();
    let prefixed = |name: &str| prefix.clone() + &constant_name(&file.weights.subject, name);
    for (name, meaning, value) in scalars(&file.weights) {
        if is_rows && name == "edge" && value == 0.0 {
            // A solver without this term needs no constant for it.
            continue;
        }
        // The known names belong to the built-in terms, not to terms that a user writes.
        let known = known_name(name).filter(|_| is_rows).map(str::to_owned);
        let constant = known.unwrap_or_else(|| prefixed(name));
        let _ = writeln!(text, "/* {meaning} */\nstatic const double {constant} = {value:?};");
    }
    for Constant { name, of, length, value } in constants(&file.weights, &LITERALS) {
        let constant = constant_name(&file.weights.subject, &name);
        let length = length.map_or(String::new(), |length| format!("[{length}]"));
        let _ = writeln!(
            text,
            "/* Parameter {name} of the program. */\nstatic const {of}{constant}{length} = {value};"
        );
    }
    if let Some((name, rows)) = square(&file.weights) {
        let (constant, cells) = (prefixed(name), rows_in(&rows, '{', '}'));
        let _ = writeln!(
            text,
            "/* In reading order. */\nstatic const double {constant}[4][4] = {{\n{cells}}};"
        );
    }
    if with_evaluation {
        let has_edge = file.weights.get("edge").is_some_and(|edge| edge != 0.0);
        text.push_str(&evaluation::c(has_edge));
    }
    text.push_str("\n#endif\n");
    text
}

/// Returns an error of the preprocessor that a macro switches off.
fn error_unless_acknowledged(misreading: &Misreading) -> String {
    let name = misreading.acknowledgement();
    format!("#ifndef {name}\n#error \"{misreading}, then define {name}\"\n#endif\n\n")
}
