//! Export as a Python module with constants and, for `rows`, the function that values a row.

use std::fmt::Write;

use crate::weights::export::code::{Constant, Language, constants};
use crate::weights::export::{Format, provenance};
use crate::weights::file::WeightsFile;
use tune2048_engine::heuristic::HeuristicKind;

pub(super) static FORMAT: Format = Format {
    name: "python",
    extensions: &["py"],
    has_evaluation: true,
    network: Some(|network| network.python()),
    comment: Some(("# ", "")),
    write: |request| Ok(export(request.file).into_bytes()),
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

const PYTHON: Language = Language {
    truths: ["False", "True"],
    is_reserved: |name| RESERVED.contains(&name),
    escape: |letter| format!("\\U{:08x}", u32::from(letter)),
    ..Language::USUAL
};

/// Returns the module; the formula of its function is that of
/// [`rows`](tune2048_engine::heuristic::rows), in 64-bit floats.
fn export(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "# ") + "\n";
    for Constant { identifier, comment, value, .. } in constants(file, &PYTHON) {
        let _ = writeln!(text, "# {comment}\n{identifier} = {value}");
    }
    if file.weights.subject.heuristic() == Some(&HeuristicKind::Rows) {
        text = text + "\n\n" + include_str!("evaluation/rows.py");
    }
    text
}
