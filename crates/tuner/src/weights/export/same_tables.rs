//! Export as a weights file, in TOML or with the same tables and keys in JSON.

use serde_json::Value;
use toml::Value as Toml;

use crate::subject::Choice;
use crate::weights::evidence::UNVALIDATED;
use crate::weights::export::Format;
use crate::weights::{Evidence, WeightsFile};
use tune2048_files::shown::json as json_text;

pub(super) static TOML: Format = Format {
    name: "toml",
    extensions: &["toml"],
    has_player: true,
    comment: Some(("# ", "")),
    write: |request| Ok(marked(request.file).to_toml().into_bytes()),
    ..Format::TEXT
};

/// Returns the file with the verdict UNVALIDATED if it has no evidence.
fn marked(file: &WeightsFile) -> WeightsFile {
    let mut file = file.clone();
    if Evidence::read(&file).is_none() {
        file.evidence.insert("verdict".to_owned(), UNVALIDATED.into());
    }
    file
}

pub(super) static JSON: Format = Format {
    name: "json",
    extensions: &["json"],
    has_player: true,
    write: |request| Ok(as_json(&marked(request.file)).into_bytes()),
    ..Format::TEXT
};

fn as_json(file: &WeightsFile) -> String {
    let table: toml::Table =
        file.to_toml().parse().expect("a weights file writes TOML that reads back");
    let json = serde_json::to_string_pretty(&json(Toml::Table(table)));
    json_text(&json.expect("JSON values have a text")) + "\n"
}

/// Converts TOML to JSON; dates become strings, and numbers that are not finite become null.
fn json(value: Toml) -> Value {
    match value {
        Toml::String(text) => text.into(),
        Toml::Integer(number) => number.into(),
        // Those of fewer digits have no point in TOML.
        Toml::Float(number) if number.abs() >= 1e15 && Choice::Number(number).is_whole() => {
            (number as i64).into()
        }
        Toml::Float(number) => number.into(),
        Toml::Boolean(truth) => truth.into(),
        Toml::Datetime(date) => date.to_string().into(),
        Toml::Array(values) => values.into_iter().map(json).collect(),
        Toml::Table(table) => table.into_iter().map(|(key, value)| (key, json(value))).collect(),
    }
}
