//! The JSON schema of a file, adapted to TOML and to editors.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// Generates the schema of the type that a file is read into, for checks and for editors.
pub fn file_schema<T: JsonSchema>() -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<T>().to_value();
    tidy(&mut schema);
    schema
}

fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(node) => {
            remove_null(node);
            merge_tables(node);
            // The distinction between reading and writing is of no use to authors of files.
            node.remove("writeOnly");
            node.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// Removes null from types, choices and defaults: in TOML a key is present or absent.
fn remove_null(node: &mut Map<String, Value>) {
    node.retain(|key, value| key != "default" || !value.is_null());
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
    let tables = node.get("oneOf").and_then(Value::as_array);
    let Some(variants) = tables.and_then(|tables| tables.iter().map(variant).collect()) else {
        return;
    };
    let properties: Map<String, Value> = variants;
    node.remove("oneOf");
    node.extend([
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), Value::Object(properties)),
        ("additionalProperties".to_owned(), json!(false)),
        ("minProperties".to_owned(), json!(1)),
        ("maxProperties".to_owned(), json!(1)),
    ]);
}

/// Returns the key and its schema of a table with exactly one key, which is required.
fn variant(table: &Value) -> Option<(String, Value)> {
    let properties = table.get("properties")?.as_object()?;
    let (key, schema) = properties.iter().next()?;
    if properties.len() != 1 || table.get("required")? != &json!([key]) {
        return None;
    }
    let mut schema = schema.clone();
    if let (Some(node), Some(description)) = (schema.as_object_mut(), table.get("description")) {
        node.insert("description".to_owned(), description.clone());
    }
    Some((key.clone(), schema))
}
