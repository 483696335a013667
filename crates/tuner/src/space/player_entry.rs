//! The player of a campaign file, whose numbers may be tuned like weights.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value as Json, json};
use toml::{Table, Value};

use super::weight_entry::{RangeTable, SpaceReader, Tune, WeightEntry, natural_range, report_rule};
use crate::subject::Player;
use tune2048_engine::heuristic::Scale;
use tune2048_engine::player::{ExpectimaxSettings, PlayerSettings, SEARCH_SETTINGS, SearchSetting};
use tune2048_files::toml_errors::number;

/// The table of the settings that can be tuned.
pub(super) const TABLE: &str = "player.expectimax";

/// How moves are chosen: exactly one kind of player, some of its numbers tuned. It is written as the settings that the search
/// starts with.
#[derive(Debug, Default, Serialize)]
#[serde(transparent)]
pub(super) struct PlayerEntry {
    /// The settings of the player; those that are tuned have their starting values.
    pub(super) player: Player,
    /// Its numbers that are tuned.
    #[serde(skip)]
    tuned: Vec<(&'static SearchSetting, RangeTable)>,
}

/// Reads the numbers that are tuned, and then the player with its defaults in their places.
impl<'de> Deserialize<'de> for PlayerEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut kinds = Table::deserialize(deserializer)?;
        let mut tuned = Vec::new();
        let has_budget = kinds.get("expectimax").is_some_and(|search| {
            search.get("depth").is_some_and(|depth| depth.get("nodes").is_some())
        });
        // A budget has numbers of its own, which are not tuned.
        for setting in SEARCH_SETTINGS.iter().filter(|one| !(has_budget && one.is_of_depth())) {
            let SearchSetting { weight, integer, .. } = setting;
            let mut keys = weight.name.split('.');
            let table = kinds.get_mut("expectimax");
            let place = table.and_then(|table| keys.try_fold(table, |at, key| at.get_mut(key)));
            let Some(place) = place else { continue };
            // Fixed numbers, words, and tables of its own are left to the player.
            let entry = WeightEntry::deserialize(place.clone());
            let Some(range) = entry.ok().and_then(|entry| entry.range().ok()) else { continue };
            *place = match integer {
                true => Value::Integer(weight.default as i64),
                false => Value::Float(weight.default),
            };
            tuned.push((setting, range));
        }
        let mut player = Player::deserialize(kinds).map_err(D::Error::custom)?;
        if let Player::Board(PlayerSettings::Expectimax(player)) = &mut player {
            for (setting, range) in &tuned {
                setting.set(player, range.start_of(&setting.weight));
            }
        }
        Ok(Self { player, tuned })
    }
}

impl PlayerEntry {
    /// The names of the settings that are tuned.
    pub(super) fn tuned(&self) -> Vec<&'static str> {
        self.tuned.iter().map(|(setting, _)| &*setting.weight.name).collect()
    }

    /// Reads the settings that are tuned into a search space of this heuristic, and reports ends of ranges that no
    /// search can have.
    pub(super) fn read(&self, reader: &mut SpaceReader<'_, '_>) {
        for &(setting, range) in &self.tuned {
            let SearchSetting { weight, limits, .. } = setting;
            let path = format!("{TABLE}.{}", weight.name);
            let index = reader.space.start.subject.index_of(&weight.name);
            let Some(index) = index else { continue };
            for (key, end) in [("low", range.low), ("high", range.high)] {
                if let Some(end) = end.filter(|end| !limits.contains(end)) {
                    let [least, most, found] = [*limits.start(), *limits.end(), end].map(number);
                    let label = format!("expected {least} to {most}, found {found}");
                    let rule = "no search can have this number";
                    report_rule((&path, key), rule, label, "narrow the range", reader.document);
                }
            }
            let scale = range.scale.or(Some(setting.scale));
            let integer = range.integer || setting.integer;
            reader.range(index, &RangeTable { scale, integer, ..range }, &path);
        }
    }
}

/// The schema of [`Player`] for players with a heuristic and programs. Where a setting that can be
/// tuned has a number, it may also have a range.
impl JsonSchema for PlayerEntry {
    fn schema_name() -> Cow<'static, str> {
        "Player".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Player::json_schema(generator);
        let mut inlined = generator.settings().clone();
        inlined.inline_subschemas = true;
        let search = ExpectimaxSettings::json_schema(&mut inlined.into_generator());
        let mut search = search.to_value();
        for setting in &SEARCH_SETTINGS {
            let keys = setting.weight.name.split('.');
            let node = keys.fold(&mut search, |table, key| {
                let table = if table["anyOf"].is_array() { schedule(table) } else { table };
                &mut table["properties"][key]
            });
            add_range(node, setting, generator);
        }
        let depth = &mut search["properties"]["depth"];
        share("Schedule", schedule(depth), generator);
        share("DepthEntry", depth, generator);
        let kinds = schema.get_mut("oneOf").and_then(Json::as_array_mut);
        let kinds = kinds.expect("a player has one schema for each kind");
        kinds.retain_mut(|kind| {
            let mut keys = kind["properties"].as_object_mut().into_iter().flatten();
            let (name, settings) = keys.next().expect("a kind of player has one key");
            let is_useless = PlayerSettings::WITHOUT_HEURISTIC.contains(&&**name);
            if is_useless || name == "expectimax" {
                // Nothing refers to its settings any more.
                let path = settings["$ref"].as_str().unwrap_or_default();
                generator.definitions_mut().remove(path.trim_start_matches("#/$defs/"));
            }
            if name == "expectimax" {
                *settings = search.take();
            }
            !is_useless
        });
        schema
    }
}

/// The schedule among the choices of a depth: where a depth has several numbers, it is one.
fn schedule(depth: &mut Json) -> &mut Json {
    let mut choices = depth["anyOf"].as_array_mut().into_iter().flatten();
    let schedule = choices.find(|choice| choice["properties"].get("base").is_some());
    schedule.expect("one of the choices is a schedule")
}

/// Lets a number have a range.
fn add_range(node: &mut Json, setting: &SearchSetting, generator: &mut SchemaGenerator) {
    let kind = if setting.integer { " in integers" } else { "" };
    let scale = if setting.scale == Scale::Log { " on a log scale" } else { "" };
    let meaning = node["description"].as_str().unwrap_or_default();
    let meaning = format!("{meaning} {}{kind}{scale}.", natural_range(&setting.weight));
    let mut choices = match node.get_mut("anyOf").map(Json::take) {
        Some(Json::Array(choices)) => choices,
        _ => vec![std::mem::take(node)],
    };
    choices.push(generator.subschema_for::<Tune>().to_value());
    choices.push(generator.subschema_for::<RangeTable>().to_value());
    *node = json!({ "anyOf": choices, "description": meaning });
}

/// Gives a schema a name, and leaves a reference in its place.
fn share(name: &str, node: &mut Json, generator: &mut SchemaGenerator) {
    let description = node["description"].clone();
    let reference = json!({ "$ref": format!("#/$defs/{name}"), "description": description });
    generator.definitions_mut().insert(name.to_owned(), std::mem::replace(node, reference));
}
