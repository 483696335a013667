//! All settings of a campaign as text, to be read and compared.

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::expression_entry::written_terms;
use super::format::CampaignFile;
use super::parameter_reader::listed;
use super::player_entry::TABLE;
use super::search_space::SearchSpace;
use crate::subject::Encoding;
use tune2048_engine::heuristic::{HeuristicKind, MatrixLayout, Scale};
use tune2048_files::toml_errors::number;

/// Returns every setting by its path in the file, including defaults.
pub(super) fn settings(
    file: &CampaignFile,
    search_space: &SearchSpace,
) -> IndexMap<String, String> {
    let mut settings = IndexMap::new();
    let file = serde_json::to_value(file).unwrap_or_default();
    for (key, value) in file.as_object().into_iter().flatten() {
        flatten(key, value, &mut settings);
        if key == "player" {
            settings.extend(weights(search_space));
        }
    }
    settings
}

fn flatten(path: &str, value: &Value, settings: &mut IndexMap<String, String>) {
    match value {
        // What the file leaves out.
        Value::Null => {}
        Value::Object(members) => {
            for (key, value) in members {
                flatten(&format!("{path}.{key}"), value, settings);
            }
        }
        other => {
            settings.insert(path.to_owned(), in_words(other));
        }
    }
}

fn in_words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(float) if float.is_f64() => float.as_f64().map_or(String::new(), number),
        other => other.to_string(),
    }
}

/// Returns one setting for each search setting that is tuned, and for each weight: its start and its range.
fn weights(search_space: &SearchSpace) -> Vec<(String, String)> {
    let subject = &search_space.start.subject;
    let path = format!("heuristic.{}", subject.table_name());
    let heuristic = subject.heuristic();
    let line = |(index, path): (usize, String)| (path, range_in_words(search_space, index));
    let parameters = subject.parameters();
    let first = parameters.len() - subject.search_settings().len();
    let tuned = parameters[first..].iter().map(|spec| format!("{TABLE}.{}", spec.name));
    let mut lines: Vec<(String, String)> = (first..).zip(tuned).map(line).collect();
    if let Some(setting) = heuristic.and_then(HeuristicKind::setting) {
        lines.push((format!("{path}.{}", setting.name), in_words(&setting.value)));
    }
    if let Some(HeuristicKind::CornerMatrix(_)) = heuristic {
        let free = search_space.range(0).map(|_| MatrixLayout::Free);
        let layout = search_space.layout.or(free).map_or(json!("fixed"), |layout| json!(layout));
        lines.push((format!("{path}.layout"), in_words(&layout)));
    }
    if let Some(HeuristicKind::Tuples(tuples)) = heuristic {
        let network = tuples.network();
        lines.push((format!("{path}.network"), network.name.clone()));
        lines.push((format!("{path}.checksum"), network.network.checksum()));
    }
    let written = written_terms(heuristic);
    let own = parameters[..written.map_or(first, |(.., first)| first)].iter();
    let mut paths: Vec<String> = own.map(|weight| format!("{path}.{}", weight.name)).collect();
    if let Some((table, expressions, _)) = written {
        paths.extend(expressions.keys().map(|key| format!("{table}.{key}")));
        for term in expressions.terms() {
            let text: Vec<_> = term.text.trim().lines().map(str::trim).collect();
            lines.push((format!("{table}.{}.expression", term.name), text.join("\\n")));
        }
    }
    lines.extend(paths.into_iter().enumerate().map(line));
    lines
}

/// Returns the start of a weight and its range.
fn range_in_words(search_space: &SearchSpace, index: usize) -> String {
    let start = search_space.start.values[index];
    let subject = &search_space.start.subject;
    let parameter = subject.parameter(index);
    let mut condition = String::new();
    for only_when in &parameter.only_when {
        let values = listed(&only_when.values, " or ");
        condition += &format!(", only when {} = {values}", only_when.parameter);
    }
    if let Encoding::Choice(choices) = &parameter.encoding {
        let start = choices[start as usize].to_json();
        return match search_space.range(index) {
            None => format!("{start}, fixed{condition}"),
            Some(_) => format!("{start}, tuned among {}{condition}", listed(choices, ", ")),
        };
    }
    let start = number(start);
    match search_space.range(index) {
        None if search_space.is_tuned(index) => format!("{start}, tuned"),
        None => format!("{start}, fixed"),
        Some(range) => {
            let (low, high) = (number(range.low), number(range.high));
            let integers = if range.integer { " in integers" } else { "" };
            let scale = match range.scale {
                Scale::Linear => "",
                Scale::Log => " on a log scale",
                Scale::SignedLog => " on a signed log scale",
            };
            format!("{start}, tuned from {low} to {high}{integers}{scale}{condition}")
        }
    }
}
