//! Python's mappings as TOML, and search spaces with other settings.

use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};
use toml::{Table, Value};
use toml_edit::{DocumentMut, value};
use tune2048_files::built_in_files;
use tune2048_tuner::space::limits::merge;

use crate::built_in::BUILT_IN;
use crate::failure::{Failure, Result};

/// Reads a mapping whose keys are texts.
pub(crate) fn read_table(mapping: &Bound<'_, PyMapping>) -> Result<Table> {
    let mut table = Table::new();
    for item in mapping.items()?.try_iter()? {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item?.extract()?;
        let key: String = key
            .extract()
            .map_err(|_| Failure::wrong_type("key", &key, "the name of a weight or of a table"))?;
        let value = read_value(&key, &value)?;
        table.insert(key, value);
    }
    Ok(table)
}

fn read_value(key: &str, value: &Bound<'_, PyAny>) -> Result<Value> {
    if let Ok(flag) = value.extract::<bool>() {
        return Ok(Value::Boolean(flag));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.to_cow()?.into_owned()));
    }
    if let Ok(mapping) = value.cast::<PyMapping>() {
        return read_table(mapping).map(Value::Table);
    }
    // An integer of NumPy is one, too; a float never is.
    if let Ok(integer) = value.extract::<i64>() {
        return Ok(Value::Integer(integer));
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(Value::Float(number));
    }
    let Ok(items) = value.try_iter() else {
        return Err(Failure::wrong_type(key, value, "a number, a text, a list or a mapping"));
    };
    items.map(|item| read_value(key, &item?)).collect::<Result<_>>().map(Value::Array)
}

/// The text of a TOML file with the keys of a mapping.
#[pyfunction]
pub(crate) fn mapping_to_toml(mapping: &Bound<'_, PyMapping>) -> Result<String> {
    read_table(mapping).map(|table| table.to_string())
}

/// Returns the text of a search space: `text`, or that of a file or of what is built in.
pub(crate) fn text_of(space: &Path, text: Option<String>) -> Result<String> {
    let read = || built_in_files::read(&BUILT_IN, space, "a search space file");
    text.map_or_else(read, Ok).map_err(Failure::bad_input)
}

/// Returns the text of a search space with other settings, whether it has a name of its own in
/// place of `name`, and whether its parameters play a match.
///
/// `space` and `text` are as for `run_campaign`. Parameters of a program are played by `program`.
/// A text that is not TOML stays as it is: its mistakes are reported when it is read.
#[pyfunction]
pub(crate) fn space_with(
    space: PathBuf,
    text: Option<String>,
    settings: &Bound<'_, PyMapping>,
    name: &str,
    program: Vec<String>,
) -> Result<(String, bool, bool)> {
    let text = text_of(&space, text)?;
    let settings = read_table(settings)?.to_string();
    let settings: DocumentMut = settings.parse().expect("a table is written as TOML");
    let Ok(mut document) = text.parse::<DocumentMut>() else { return Ok((text, true, false)) };
    if settings.contains_key("optimizer") {
        // Of several optimizers a file has one.
        document.remove("optimizer");
    }
    merge(document.as_table_mut(), settings.as_table());
    let is_named = document.contains_key("name");
    if !is_named {
        document.insert("name", value(name));
    }
    let heuristic = document.get("heuristic").and_then(|found| found.as_table_like());
    if heuristic.is_some_and(|table| table.contains_key("command")) {
        let words: toml_edit::Array = program.into_iter().collect();
        let mut player = DocumentMut::new();
        player["player"]["command"]["program"] = value(words);
        merge(document.as_table_mut(), player.as_table());
    }
    let command = document.get("player").and_then(|player| player.get("command"));
    let has_opponent = command.is_some_and(|command| command.get("opponent").is_some());
    Ok((document.to_string(), is_named, has_opponent))
}
