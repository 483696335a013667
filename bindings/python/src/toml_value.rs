//! Python's mappings as TOML.

use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};
use toml::{Table, Value};

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
