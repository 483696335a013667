//! Search spaces with other settings.

use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::PyMapping;
use toml_edit::{DocumentMut, value};
use tune2048_files::built_in_files;
use tune2048_tuner::space::limits::merge;

use crate::built_in::BUILT_IN;
use crate::failure::{Failure, Result};
use crate::toml_value::read_table;

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
