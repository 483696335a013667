//! Export as a C header. The constants of the row heuristic have the names of
//! the widely copied 2014 program, so that the header can replace them.

use std::fmt::Write;

use crate::weights::Evidence;
use crate::weights::export::languages::{Constant, Language, constants};
use crate::weights::export::misreading::{Misreading, known_name, misreadings};
use crate::weights::export::{Format, provenance};
use crate::weights::file::WeightsFile;
use tune2048_engine::heuristic::HeuristicKind;

pub(super) static FORMAT: Format = Format {
    name: "c",
    extensions: &["h", "hpp", "hh"],
    has_evaluation: true,
    network: Some(|network| network.c()),
    comment: Some(("/* ", " */")),
    write: |request| Ok(export(request.file, request.with_evaluation).into_bytes()),
    misreadings,
    ..Format::TEXT
};

const C: Language = Language {
    has_prefixes: true,
    types: ["double ", "long long ", "int ", "char *const "],
    is_reserved,
    truths: ["0", "1"],
    brackets: ['{', '}'],
    escape: |letter| letter.to_string().bytes().map(|byte| format!("\\{byte:03o}")).collect(),
    ..Language::USUAL
};

/// Words of C and C++, and names that usual headers declare or define; those of floats and of long doubles end with one
/// letter more.
const NAMES: &str = include_str!("c_names.txt");

/// How families of their names begin.
#[rustfmt::skip]
const BEGINNINGS: [&str; 15] = [
    "DBL_", "FE_", "FLT_", "FP_", "INT", "LC_", "LDBL_", "M_", "POLL_", "PRI", "SA_", "SCN", "SIG", "UINT", "_",
];

fn is_reserved(name: &str) -> bool {
    let is_name = |name: &str| NAMES.split_whitespace().any(|known| known == name);
    // The standard keeps these for errors.
    let is_error = |rest: &str| rest.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    is_name(name)
        || name.strip_suffix(['f', 'l']).is_some_and(is_name)
        || name.ends_with("_t")
        || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
        || name.strip_prefix('E').is_some_and(|rest| !rest.is_empty() && is_error(rest))
}

/// The part of the function that values a row with the weight of this name.
const EDGE: &str = "
    if ((rank[0] > rank[3] ? rank[0] : rank[3]) >= (rank[1] > rank[2] ? rank[1] : rank[2])) {
        value += SCORE_EDGE_WEIGHT;
    }";

/// Returns the header, with the function that values a row if `with_evaluation`: by the formula of
/// [`rows`](tune2048_engine::heuristic::rows), in 64-bit floats.
fn export(file: &WeightsFile, with_evaluation: bool) -> String {
    let mut text = String::from("/*\n") + &provenance::comment(file, " * ");
    // Two headers of one program have guards of their own.
    let guard =
        format!("TUNE2048_WEIGHTS_{}_H", Evidence::fingerprint(&file.weights).to_uppercase());
    let _ = writeln!(text, " */\n#ifndef {guard}\n#define {guard}\n");
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
    for constant in constants(file, &C) {
        let Constant { name, identifier, comment, of, lengths, value } = constant;
        if is_rows && name == "edge" && !has_edge {
            // A solver without this term needs no constant for it.
            continue;
        }
        // The known names belong to the built-in terms, not to terms that a user writes.
        let identifier = known_name(name).filter(|_| is_rows).unwrap_or(&identifier);
        let of_power = |text: String, power: &str| {
            text.replace(&format!("^{power}"), &format!("^{}", known_name(power).unwrap_or(power)))
        };
        let comment = ["monotonicity-exponent", "sum-exponent"].into_iter().fold(comment, of_power);
        // Two question marks begin a trigraph, which may stand for a backslash.
        let value = value.replace('?', "\\?");
        let lengths: String = lengths.iter().map(|length| format!("[{length}]")).collect();
        let _ =
            writeln!(text, "/* {comment} */\nstatic const {of}{identifier}{lengths} = {value};");
    }
    if with_evaluation {
        let edge = if has_edge { EDGE } else { "" };
        let _ = write!(text, "\n{}", include_str!("evaluation/rows.h").replace("{{edge}}", edge));
    }
    text.push_str("\n#endif\n");
    text
}
