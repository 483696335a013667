//! The schema of the lines between the tuner and a program, and as much of JSON Schema as it uses.

use std::fs;
use std::path::Path;

use serde_json::Value;

pub(super) struct LineSchema(Value);

impl LineSchema {
    pub(super) fn new() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("docs/reference/program-protocol.schema.json");
        Self(serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
    }

    /// Asserts that a line is of a kind, and of no other, and returns it.
    #[track_caller]
    pub(super) fn check(&self, kind: &str, line: &str) -> Value {
        let value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(self.problem(&self.0["$defs"][kind], &value), None, "{line}");
        assert_eq!(self.problem(&self.0, &value), None, "{line}");
        value
    }

    /// Returns the first part of a value that a schema does not allow.
    pub(super) fn problem(&self, schema: &Value, value: &Value) -> Option<String> {
        let number = |value: &Value| value.as_f64().unwrap();
        for (keyword, expected) in schema.as_object().unwrap() {
            let is_allowed = match keyword.as_str() {
                "$schema" | "title" | "description" | "$defs" => true,
                "$ref" => {
                    let definition = &expected.as_str().unwrap()[1..];
                    let problem = self.problem(self.0.pointer(definition).unwrap(), value);
                    if problem.is_some() {
                        return problem;
                    }
                    true
                }
                "oneOf" => {
                    let kinds = expected.as_array().unwrap();
                    kinds.iter().filter(|kind| self.problem(kind, value).is_none()).count() == 1
                }
                "const" => value == expected,
                "type" => match expected.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "number" => value.is_number(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_u64() || value.is_i64(),
                    other => panic!("unknown type {other}"),
                },
                "minimum" => !value.is_number() || number(value) >= number(expected),
                "maximum" => !value.is_number() || number(value) <= number(expected),
                "minItems" => value
                    .as_array()
                    .is_none_or(|items| expected.as_u64() <= Some(items.len() as u64)),
                "required" => {
                    let mut keys = expected.as_array().unwrap().iter();
                    keys.all(|key| value.get(key.as_str().unwrap()).is_some())
                }
                "items" => {
                    let mut items = value.as_array().into_iter().flatten();
                    items.all(|item| self.problem(expected, item).is_none())
                }
                "properties" => {
                    let mut known = expected.as_object().unwrap().iter();
                    known.all(|(key, schema)| {
                        value.get(key).is_none_or(|member| self.problem(schema, member).is_none())
                    })
                }
                "additionalProperties" => {
                    let known = &schema["properties"];
                    let mut members = value.as_object().into_iter().flatten();
                    members.all(|(key, member)| {
                        known.get(key).is_some()
                            || *expected != false && self.problem(expected, member).is_none()
                    })
                }
                other => panic!("unknown keyword {other}"),
            };
            if !is_allowed {
                return Some(format!("{keyword} {expected}: {value}"));
            }
        }
        None
    }
}

#[test]
fn every_kind_of_line_is_told_from_what_it_is_not() {
    let schema = LineSchema::new();
    // Lines of each kind, and of none.
    for row in include_str!("lines.txt").lines() {
        let (kind, line) = row.split_once(' ').unwrap();
        if kind == "none" {
            let value = serde_json::from_str(line).unwrap();
            assert!(schema.problem(&schema.0, &value).is_some(), "{line}");
        } else {
            schema.check(kind, line);
        }
    }
}
