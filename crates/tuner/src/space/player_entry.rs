//! The player of a campaign file, whose numbers may be tuned like weights.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value as Json, json};
use toml::{Table, Value};

use super::weight_entry::{RangeTable, SpaceReader, Tune, WeightEntry};
use crate::subject::{Player, Subject};
use tune2048_engine::heuristic::Scale;
use tune2048_engine::player::{ExpectimaxSettings, PlayerSettings, SEARCH_SETTINGS, SearchSetting};
use tune2048_files::toml_errors::{Document, Mistake, number, shown};

/// The table of the settings that can be tuned.
pub(super) const TABLE: &str = "player.expectimax";

/// How moves are chosen: exactly one kind of player, some of its numbers tuned.
#[derive(Debug, Default)]
pub(super) struct PlayerEntry {
    /// The settings of the player; those that are tuned have their starting values.
    pub(super) player: Player,
    /// Its numbers that may be tuned, fixed or not, except for a fixed depth.
    numbers: Vec<(&'static SearchSetting, WeightEntry)>,
}

/// Written as the settings that the search starts with.
impl Serialize for PlayerEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.player.serialize(serializer)
    }
}

/// Reads the numbers that may be tuned, and then the player with its defaults in their places.
impl<'de> Deserialize<'de> for PlayerEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut kinds = Table::deserialize(deserializer)?;
        let mut numbers = Vec::new();
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
            match WeightEntry::deserialize(place.clone()) {
                // A player has words and tables of its own here.
                Err(_) => {}
                Ok(WeightEntry::Fixed(_)) if weight.name == "depth" => {}
                Ok(entry) => {
                    *place = match integer {
                        true => Value::Integer(weight.default as i64),
                        false => Value::Float(weight.default),
                    };
                    numbers.push((setting, entry));
                }
            }
        }
        let mut player = Player::deserialize(kinds).map_err(D::Error::custom)?;
        if let Player::Board(PlayerSettings::Expectimax(player)) = &mut player {
            for (setting, entry) in &numbers {
                setting.set(player, entry.start(&setting.weight));
            }
        }
        Ok(Self { player, numbers })
    }
}

impl PlayerEntry {
    /// The names of the settings that are tuned.
    pub(super) fn tuned(&self) -> Vec<&'static str> {
        let tuned = self.numbers.iter();
        let tuned = tuned.filter(|(_, entry)| !matches!(entry, WeightEntry::Fixed(_)));
        tuned.map(|(setting, _)| &*setting.weight.name).collect()
    }

    /// Reads the settings that are tuned into a search space of this heuristic, and reports
    /// numbers that no search can have.
    pub(super) fn read(&self, reader: &mut SpaceReader<'_, '_>) {
        for (setting, entry) in &self.numbers {
            reader.setting(setting, entry);
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
            let settings =
                kind["properties"].as_object_mut().and_then(|keys| keys.iter_mut().next());
            let (name, settings) = settings.expect("a kind of player has one key");
            let is_expectimax = name == "expectimax";
            let is_useless = PlayerSettings::WITHOUT_HEURISTIC.contains(&&**name);
            if is_expectimax || is_useless {
                // Nothing refers to its settings any more.
                let path = settings["$ref"].as_str().unwrap_or_default();
                let name = path.rsplit('/').next().unwrap_or_default();
                generator.definitions_mut().remove(name);
            }
            if is_expectimax {
                *settings = std::mem::take(&mut search);
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
    let meaning = node["description"].as_str().unwrap_or_default().to_owned();
    let weight = generator.subschema_for::<WeightEntry>().to_value();
    *node = match node["anyOf"].take() {
        Json::Array(mut choices) => {
            match choices.iter_mut().find(|choice| choice["type"] == "number") {
                Some(number) => *number = weight,
                // A whole number may be fixed at others than can be tuned.
                None => {
                    choices.push(generator.subschema_for::<Tune>().to_value());
                    choices.push(generator.subschema_for::<RangeTable>().to_value());
                }
            }
            json!({ "anyOf": choices })
        }
        _ => weight,
    };
    node["description"] = format!("{meaning} {}", natural_range(setting)).into();
}

/// Gives a schema a name, and leaves a reference in its place.
fn share(name: &str, node: &mut Json, generator: &mut SchemaGenerator) {
    let description = node["description"].clone();
    let reference = json!({ "$ref": format!("#/$defs/{name}"), "description": description });
    generator.definitions_mut().insert(name.to_owned(), std::mem::replace(node, reference));
}

/// The default and the natural range of a setting.
fn natural_range(setting: &SearchSetting) -> String {
    let weight = &setting.weight;
    let kind = if setting.integer { " in integers" } else { "" };
    let scale = if setting.scale == Scale::Log { " on a log scale" } else { "" };
    format!(
        "Default {}, natural range {} to {}{kind}{scale}.",
        weight.default, weight.low, weight.high
    )
}

impl SpaceReader<'_, '_> {
    /// Reads a setting that is tuned, and checks one that is fixed.
    fn setting(&mut self, setting: &SearchSetting, entry: &WeightEntry) {
        let name = &*setting.weight.name;
        let path = format!("{TABLE}.{name}");
        let range = match entry.range() {
            Ok(range) => range,
            Err(fixed) => return check_number(setting, &path, fixed, self.document),
        };
        let Some(index) = self.space.start.subject.index_of(name) else { return };
        for (key, value) in [("low", range.low), ("high", range.high)] {
            if let Some(value) = value {
                check_number(setting, &format!("{path}.{key}"), value, self.document);
            }
        }
        let entry = WeightEntry::Range(RangeTable {
            scale: range.scale.or(Some(setting.scale)),
            integer: range.integer || setting.integer,
            ..range
        });
        self.weight(index, &setting.weight, &entry, &path);
    }
}

/// Reports a number that no search can have.
fn check_number(setting: &SearchSetting, path: &str, value: f64, document: &mut Document<'_>) {
    let is_count = !setting.integer || value.fract() == 0.0;
    if (setting.limits.contains(&value) && is_count) || !document.is_sound(path) {
        return;
    }
    let message = format!("`{}`: no search can have this number", shown(path));
    let kind = if setting.integer { " without a fraction" } else { "" };
    let [low, high, value] = [*setting.limits.start(), *setting.limits.end(), value].map(number);
    let label = format!("expected {low} to {high}{kind}, found {value}");
    document.report(Mistake::new(document.span(path), message, label));
}

/// Reports weights of a heuristic with the names of settings that are tuned.
pub(super) fn report_taken(player: &PlayerEntry, subject: &Subject, document: &mut Document<'_>) {
    for name in player.tuned() {
        let own = subject.parameters().len() - subject.search_settings().len();
        if subject.index_of(name).is_some_and(|index| index < own) {
            let message = format!("`{name}` names two things that are tuned");
            let label = format!("expected another name of the weight `{name}` of the heuristic");
            let help = "columns and exports refer to both by their names: rename the term, or fix \
                        the setting";
            document.report_at(&format!("{TABLE}.{name}"), message, label, help);
        }
    }
}

/// Reports tuned settings without a limit of their cost.
pub(super) fn check_cost(
    subject: &Subject,
    cost_per_move: Option<f64>,
    document: &mut Document<'_>,
) {
    let tuned: Vec<&str> = subject.search_settings().iter().map(|spec| &*spec.name).collect();
    let is_complete = document.is_complete("player") && document.is_complete("objective");
    if let (Some(name), None, true) = (tuned.first(), cost_per_move, is_complete) {
        let message = "a tuned search needs a limit of its cost";
        let label = "expected `cost-per-move` in `[objective]`, found none";
        let help = "a search that may spend more plays better whatever its settings: give the boards a \
             move that a candidate may cost; `tune2048 evaluate` prints what a player costs";
        document.report_at(&format!("{TABLE}.{name}"), message, label, help);
    }
}
