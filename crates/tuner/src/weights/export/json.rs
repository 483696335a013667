//! Export as JSON with the tables and keys of a weights file.

use serde_json::Value;

use crate::subject::Choice;
use crate::weights::export::Format;
use crate::weights::export::toml::marked;
use crate::weights::file::WeightsFile;
use tune2048_files::shown::json as json_text;

pub(super) static FORMAT: Format = Format {
    name: "json",
    extensions: &["json"],
    has_player: true,
    write: |request| Ok(export(&marked(request.file)).into_bytes()),
    ..Format::TEXT
};

fn export(file: &WeightsFile) -> String {
    let table: toml::Table =
        file.to_toml().parse().expect("a weights file writes TOML that reads back");
    let json = serde_json::to_string_pretty(&json(toml::Value::Table(table)));
    json_text(&json.expect("JSON values have a text")) + "\n"
}

/// Converts TOML to JSON; dates become strings, and numbers that are not finite become null.
fn json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        // Those of fewer digits have no point in TOML.
        toml::Value::Float(number) if number.abs() >= 1e15 && Choice::Number(number).is_whole() => {
            (number as i64).into()
        }
        toml::Value::Float(number) => number.into(),
        toml::Value::Boolean(truth) => truth.into(),
        toml::Value::Datetime(date) => date.to_string().into(),
        toml::Value::Array(values) => values.into_iter().map(json).collect(),
        toml::Value::Table(table) => {
            Value::Object(table.into_iter().map(|(key, value)| (key, json(value))).collect())
        }
    }
}
