//! The numbers of a learning run in a file.

use std::borrow::Cow;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::heuristic_table::weight_schema;
use super::weight_entry::WeightEntry;
use crate::subject::{Configuration, Subject};
use crate::toml_errors::{Document, Mistake, number, shown};
use tune2048_engine::heuristic::learning::{NAME, limits};
use tune2048_engine::heuristic::{HeuristicKind, LearningMethod};
use tune2048_engine::player::PlayerSettings;

/// The kind of learning, and its numbers.
#[derive(Debug, Deserialize)]
pub(crate) struct LearningTable<E> {
    /// The kind of learning.
    #[serde(default)]
    pub(crate) method: LearningMethod,
    /// The numbers.
    #[serde(flatten)]
    pub(crate) weights: IndexMap<String, E>,
}

impl<E: JsonSchema> JsonSchema for LearningTable<E> {
    fn schema_name() -> Cow<'static, str> {
        format!("Learning_{}", E::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut properties = serde_json::Map::new();
        let mut method = generator.subschema_for::<LearningMethod>();
        let description = "The kind of learning. Default `tc`.";
        method.insert("description".to_owned(), description.into());
        properties.insert("method".to_owned(), method.to_value());
        let kind = HeuristicKind::Learning(LearningMethod::OptimisticThenCoherent);
        for weight in kind.weights() {
            let mut schema = weight_schema::<E>(weight, generator);
            if ["learning-rate", "initial-value"].contains(&&*weight.name) {
                let range = format!(
                    "{} The default depends on the method; natural range {} to {}.",
                    weight.meaning,
                    number(weight.low),
                    number(weight.high)
                );
                schema.insert("description".to_owned(), range.into());
            }
            properties.insert(weight.name.to_string(), schema.to_value());
        }
        json_schema!({
            "type": "object",
            "description": "The numbers of a learning run.",
            "properties": properties,
            "additionalProperties": false,
        })
    }
}

/// Reports numbers of a method that has none of this name.
pub(crate) fn report_idle<E>(table: &LearningTable<E>, document: &mut Document<'_>) {
    let kind = HeuristicKind::Learning(table.method);
    for name in table.weights.keys() {
        if kind.weight_index(name).is_none() {
            let span = document.span(&format!("heuristic.{NAME}.{name}"));
            let message = format!("`{name}` has no effect");
            let label = format!(
                "expected method = \"otd+tc\", which has a second part; found \"{}\"",
                table.method.name()
            );
            let help = "remove it, or choose that method";
            document.report(Mistake::new(span, message, label).help(help));
        }
    }
}

/// Reports numbers, and ends of ranges, that no learning run can have.
pub(super) fn check_ranges(table: &LearningTable<WeightEntry>, document: &mut Document<'_>) {
    for (name, entry) in &table.weights {
        let path = format!("heuristic.{NAME}.{name}");
        match entry {
            WeightEntry::Fixed(value) => check_number(name, &path, *value, document),
            WeightEntry::Tuned(_) => {}
            WeightEntry::Range(range) => {
                for (key, value) in [("low", range.low), ("high", range.high)] {
                    if let Some(value) = value {
                        check_number(name, &format!("{path}.{key}"), value, document);
                    }
                }
            }
        }
    }
}

/// Reports the numbers of a weights file that no learning run can have.
pub(crate) fn check_numbers(weights: &Configuration, document: &mut Document<'_>) {
    if weights.subject.table_name() == NAME {
        for (spec, value) in weights.iter() {
            let path = format!("heuristic.{NAME}.{}", spec.name);
            check_number(&spec.name, &path, value, document);
        }
    }
}

fn check_number(name: &str, path: &str, value: f64, document: &mut Document<'_>) {
    let Some(limits) = limits(name).filter(|limits| !limits.contains(&value)) else {
        return;
    };
    if !document.is_sound(path) {
        return;
    }
    let message = format!("`{}`: no learning run can have this number", shown(path));
    let label = format!(
        "expected {} to {}, found {}",
        number(*limits.start()),
        number(*limits.end()),
        number(value)
    );
    document.report(Mistake::new(document.span(path), message, label));
}

/// Reports a learning run with another heuristic, or its numbers with another player.
pub(crate) fn check_player(
    player: &PlayerSettings,
    subject: &Subject,
    document: &mut Document<'_>,
) {
    if !document.is_complete("player") || !document.is_complete("heuristic") {
        return;
    }
    let has_numbers = matches!(subject.heuristic(), Some(HeuristicKind::Learning(_)));
    let name = subject.table_name();
    if let Some(settings) = player.learning() {
        if let Err(error) = player.check() {
            let path = format!("player.{NAME}.{}", error.setting());
            let label = match settings.tuples.parse() {
                Err(error) => error.to_string(),
                Ok(_) => format!("expected {}, found {}", error.expected(), error.found()),
            };
            let message = format!("`{path}` cannot be used");
            document.report(Mistake::new(document.span(&path), message, label));
        }
        if !has_numbers {
            let message = format!("`[heuristic.{name}]` has no use here");
            let label = "expected `[heuristic.learning]`, since a learning run plays";
            let mistake = Mistake::new(document.span("heuristic"), message, label);
            document.report(mistake.help(
                "give the numbers of the learning run in `[heuristic.learning]`, or remove \
                 `[player.learning]`",
            ));
        }
    } else if has_numbers {
        let message = format!("`[heuristic.{name}]` has no use here");
        let label = format!(
            "expected `[player.learning]`, found the player `{}`",
            player.name()
        );
        let mistake = Mistake::new(document.span(&format!("heuristic.{NAME}")), message, label);
        document.report(mistake.help("say what is learned in `[player.learning]`"));
    }
}
