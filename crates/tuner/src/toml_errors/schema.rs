//! The JSON schema of a file, made fit for TOML and for editors.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The schema of the type that a file is read into.
pub(crate) fn file_schema<T: JsonSchema>() -> Value {
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
            // Reading and writing are one to people who write files.
            node.remove("writeOnly");
            node.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// TOML has no null: a key is there or not.
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

/// Makes one table that takes exactly one key of a choice between tables with
/// one key each, so that a mistake inside one of them is shown where it is.
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

/// The key of a table that must have it and no other, with the key's schema.
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
