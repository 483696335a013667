//! Export as a Python module with constants and, for `rows`, the function that values a row.

use std::fmt::Write;

use crate::weights::export::{
    Constant, Format, Literals, constant_name, constants, evaluation, provenance, rows_in, scalars,
    square,
};
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

const LITERALS: Literals = Literals {
    types: [""; 3],
    truths: ["False", "True"],
    brackets: ['[', ']'],
    escape: |letter| format!("\\U{:08x}", u32::from(letter)),
};

fn export(file: &WeightsFile) -> String {
    let mut text = provenance::comment(file, "# ");
    text.push('\n');
    let subject = &file.weights.subject;
    let heuristic = subject.heuristic();
    for (name, meaning, value) in scalars(&file.weights) {
        let constant = constant_name(subject, name);
        let _ = writeln!(text, "# {meaning}\n{constant} = {value:?}");
    }
    for Constant { name, value, .. } in constants(&file.weights, &LITERALS) {
        let constant = constant_name(subject, &name);
        let _ = writeln!(text, "# Parameter {name} of the program.\n{constant} = {value}");
    }
    if let (Some((name, rows)), Some(heuristic)) = (square(&file.weights), heuristic) {
        let prefix = heuristic.constant_prefix();
        let (constant, cells) = (constant_name(subject, name), rows_in(&rows, '[', ']'));
        let _ = writeln!(text, "# In reading order.\n{prefix}_{constant} = [\n{cells}]");
    }
    if heuristic == Some(&HeuristicKind::Rows) {
        text.push_str(evaluation::PYTHON);
    }
    text
}
