//! Export as a weights file, and as JSON with its tables and keys.

use serde_json::Value;

use crate::weights::evidence::UNVALIDATED;
use crate::weights::export::Format;
use crate::weights::{Evidence, WeightsFile};

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
    write: |request| Ok(json(&marked(request.file)).into_bytes()),
    ..Format::TEXT
};

fn json(file: &WeightsFile) -> String {
    let table: toml::Table =
        file.to_toml().parse().expect("a weights file writes TOML that reads back");
    let json = serde_json::to_string_pretty(&in_json(toml::Value::Table(table)));
    json.expect("JSON values have a text") + "\n"
}

/// Converts TOML to JSON; dates become strings, and numbers that are not finite become null.
fn in_json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Float(number) => number.into(),
        toml::Value::Boolean(truth) => truth.into(),
        toml::Value::Datetime(date) => date.to_string().into(),
        toml::Value::Array(values) => values.into_iter().map(in_json).collect(),
        toml::Value::Table(table) => {
            Value::Object(table.into_iter().map(|(key, value)| (key, in_json(value))).collect())
        }
    }
}
