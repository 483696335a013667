//! The JSON schema of a file, adapted to TOML and to editors.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// Generates the schema of the type that a file is read into, for checks and for editors.
pub fn file_schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with_transform(RecursiveTransform(tidy));
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// The same, generated once for each type: to generate it takes longer than to read a file.
pub(super) fn kept_schema<T: JsonSchema + 'static>() -> Arc<Value> {
    static KEPT: Mutex<BTreeMap<TypeId, Arc<Value>>> = Mutex::new(BTreeMap::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(file_schema::<T>())).clone()
}

fn tidy(schema: &mut Schema) {
    if let Some(node) = schema.as_object_mut() {
        remove_null(node);
        merge_tables(node);
        // The distinction between reading and writing is of no use to authors of files.
        node.remove("writeOnly");
    }
}

/// Removes null from types, choices and defaults: in TOML a key is present or absent.
fn remove_null(node: &mut Map<String, Value>) {
    node.retain(|key, value| key != "default" || !value.is_null());
    if let Some(Value::Object(default)) = node.get_mut("default") {
        default.retain(|_, value| !value.is_null());
    }
    if let Some(Value::Array(types)) = node.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            node["type"] = only.clone();
        }
    }
    if let Some(Value::Array(choices)) = node.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = choices.as_mut_slice() {
            let only = std::mem::take(only);
            node.remove("anyOf");
            node.extend(only);
        }
    }
}

/// Replaces a choice between tables with one key each by one table that takes
/// exactly one of the keys, so that a mistake inside it is shown at its place.
fn merge_tables(node: &mut Map<String, Value>) {
    let Some(Value::Array(tables)) = node.get("oneOf") else { return };
    let variants: Option<Vec<_>> = tables.iter().map(variant).collect();
    let Some(variants) = variants else { return };
    let properties: Map<String, Value> = variants.into_iter().flatten().collect();
    node.remove("oneOf");
    node.extend([
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), Value::Object(properties)),
        ("additionalProperties".to_owned(), json!(false)),
        ("minProperties".to_owned(), json!(1)),
        ("maxProperties".to_owned(), json!(1)),
    ]);
}

/// Returns the key and its schema of a table with exactly one key, which is required, once more under its other name
/// if it has one.
fn variant(table: &Value) -> Option<Vec<(String, Value)>> {
    let properties = table.get("properties")?.as_object()?;
    let (key, schema) = properties.iter().next()?;
    if properties.len() != 1 || table.get("required")? != &json!([key]) {
        return None;
    }
    let mut schema = schema.clone();
    if let Some(description) = table.get("description") {
        schema["description"] = description.clone();
    }
    let alias = table.get("alias").and_then(Value::as_str).map(str::to_owned);
    Some([key.clone()].into_iter().chain(alias).map(|name| (name, schema.clone())).collect())
}
