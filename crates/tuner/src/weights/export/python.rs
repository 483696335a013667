//! Export as a Python module with constants and, for `rows`, the function that values a row.

use std::fmt::Write;

use crate::weights::export::code::{Constant, Language, constants};
use crate::weights::export::{Format, evaluation, provenance};
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

const PYTHON: Language = Language {
    has_prefixes: false,
    types: [""; 3],
    truths: ["False", "True"],
    brackets: ['[', ']'],
    indent: "",
    escape: |letter| format!("\\U{:08x}", u32::from(letter)),
};

fn export(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "# ") + "\n";
    for Constant { identifier, comment, value, .. } in constants(&file.weights, &PYTHON) {
        let _ = writeln!(text, "# {comment}\n{identifier} = {value}");
    }
    if file.weights.subject.heuristic() == Some(&HeuristicKind::Rows) {
        text.push_str(evaluation::PYTHON);
    }
    text
}
