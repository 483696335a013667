//! Lists of keys from the JSON schema of a kind of file.

use serde_json::Value;

use super::number;

/// The schema of a file, from which lists of its keys are generated.
pub(super) struct SchemaTables {
    root: Value,
}

impl SchemaTables {
    pub(super) fn new(root: Value) -> Self {
        Self { root }
    }

    pub(super) fn definition(&self, name: &str) -> Option<String> {
        self.list(self.root["$defs"].get(name)?)
    }

    /// The keys of a shared definition that another one does not have in the same way.
    pub(super) fn beyond(&self, name: &str, other: &str) -> Option<String> {
        let mut table = self.root["$defs"].get(name)?.clone();
        let told = &self.root["$defs"].get(other)?["properties"];
        table["properties"].as_object_mut()?.retain(|key, schema| told[key] != *schema);
        self.list(&table)
    }

    /// The keys of the table at a path such as `heuristic.expressions.TERM`; the file's own if it is empty.
    pub(super) fn at(&self, path: &str) -> Option<String> {
        self.list(&self.find(path)?)
    }

    pub(super) fn keys(&self, path: &str) -> Vec<String> {
        let table = self.find(path).unwrap_or_default();
        let properties = table["properties"].as_object().cloned();
        properties.unwrap_or_default().keys().cloned().collect()
    }

    fn find(&self, path: &str) -> Option<Value> {
        let mut node = self.root.clone();
        for key in path.split('.').filter(|key| !key.is_empty()) {
            let table = match node["properties"].get(key) {
                Some(property) => property,
                None => node.get("additionalProperties").filter(|node| node.is_object())?,
            };
            node = self.resolved(table);
            if node["type"] == "array" {
                node = self.resolved(&node["items"]);
            }
        }
        Some(node)
    }

    /// A schema with the definition that it refers to, whose own description gives way.
    fn resolved(&self, schema: &Value) -> Value {
        let Some(reference) = schema["$ref"].as_str() else { return schema.clone() };
        let mut node = self.root.pointer(&reference[1..]).expect("a definition").clone();
        let own = schema.as_object().expect("a reference is a table");
        let members = node.as_object_mut().expect("a definition is a table");
        members.extend(own.clone().into_iter().filter(|(key, _)| key != "$ref"));
        node
    }

    fn list(&self, table: &Value) -> Option<String> {
        let required = table["required"].as_array().cloned().unwrap_or_default();
        let mut text = String::new();
        let mut told = Vec::new();
        for (key, schema) in table["properties"].as_object()? {
            let node = self.resolved(schema);
            let meaning = one_line(node["description"].as_str().unwrap_or_default());
            // Two keys with the same words explain them once.
            let words = self.words(&node);
            let words = if told.contains(&words) { String::new() } else { words };
            let mut limits = Vec::new();
            // Words that are explained are not listed before that.
            if words.is_empty() || node["oneOf"].is_null() {
                limits.push(self.values(schema));
            }
            let is_required = required.contains(&Value::from(key.as_str()));
            if is_required {
                limits.push("required".to_owned());
            }
            let limits = limits.join("; ");
            let limits = if limits.is_empty() { limits } else { format!(" ({limits})") };
            let default = node.get("default").filter(|_| !is_required).map(shown);
            let default = default.filter(|default| !default.is_empty());
            let default = default.map(|default| format!(" Default {default}.")).unwrap_or_default();
            text += &format!("- `{key}`{limits}: {meaning}{words}{default}\n");
            told.push(words);
        }
        Some(text)
    }

    /// The values of a key in words: its types, bounds and words.
    fn values(&self, schema: &Value) -> String {
        match schema["$ref"].as_str() {
            Some("#/$defs/Weight") => return "weight".to_owned(),
            Some("#/$defs/Depth" | "#/$defs/DepthEntry") => return "depth".to_owned(),
            _ => {}
        }
        let node = self.resolved(schema);
        let choices = ["anyOf", "oneOf"].map(|key| node[key].as_array().cloned());
        let choices: Vec<Value> = choices.into_iter().flatten().flatten().collect();
        // A depth that a tool has written out in place.
        let is_depth = |name| node["anyOf"] == self.root["$defs"][name]["anyOf"];
        if node["anyOf"].is_array() && ["Depth", "DepthEntry"].into_iter().any(is_depth) {
            return "depth".to_owned();
        }
        if let Some((last, others)) = choices.split_last() {
            let are_words = choices.iter().all(|choice| choice.get("const").is_some());
            let values: Vec<String> = others.iter().map(|choice| self.values(choice)).collect();
            let joint = match (others.is_empty(), are_words) {
                (true, _) => "",
                (false, true) => ", ",
                (false, false) => " or ",
            };
            return format!("{}{joint}{}", values.join(", "), self.values(last));
        }
        if let Some(word) = node.get("const") {
            return shown(word);
        }
        if let Some(words) = node["enum"].as_array() {
            return words.iter().map(shown).collect::<Vec<_>>().join(", ");
        }
        match node["type"].as_str().unwrap_or_default() {
            "integer" | "number" => range(&node),
            "boolean" => "`true`, `false`".to_owned(),
            "string" => "text".to_owned(),
            "array" => self.items(&node),
            _ if node["additionalProperties"]["$ref"] == "#/$defs/Weight" => {
                "table of weights".into()
            }
            _ => "table".to_owned(),
        }
    }

    fn items(&self, array: &Value) -> String {
        let items = self.resolved(&array["items"]);
        match items["type"].as_str().unwrap_or_default() {
            "array" if self.values(&items["items"]) == "weight" => "four rows of four weights",
            "array" => "four rows of four numbers",
            "integer" => "array of integers",
            "string" => "array of text",
            "number" => "array of numbers",
            _ if items["anyOf"].is_array() => "array of values",
            _ => "array of tables",
        }
        .to_owned()
    }

    /// The meanings of the words of a choice, if there are several and they say more than the words.
    fn words(&self, node: &Value) -> String {
        let words = node["oneOf"].as_array().cloned().unwrap_or_default();
        let meaning = |choice: &Value| choice["description"].as_str().map(one_line);
        let is_plain = |text: String| text.split(' ').count() <= 4;
        if words.iter().filter_map(meaning).all(is_plain) {
            return String::new();
        }
        let word = |choice: &Value| {
            let meaning = meaning(choice)?;
            let meaning = meaning.trim_end_matches('.');
            let (first, rest) = meaning.split_at(meaning.chars().next()?.len_utf8());
            let word = shown(choice.get("const")?);
            Some(format!("{word}: {}{rest}", first.to_lowercase()))
        };
        let words: Vec<String> = words.iter().filter_map(word).collect();
        match words.len() {
            0 | 1 => String::new(),
            _ => format!(" {}.", words.join("; ")),
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A default or a word as the pages show it; a table with one key by this key.
fn shown(value: &Value) -> String {
    match value {
        Value::Number(found) => number(found.as_f64().expect("a number of JSON")),
        // A table that is one of several kinds.
        Value::Object(table) => match table.iter().next() {
            Some((name, Value::Object(_))) => format!("`{name}`"),
            _ => String::new(),
        },
        value => format!("`{value}`"),
    }
}

fn range(node: &Value) -> String {
    // Ends that nobody comes near are not worth a reader's time, except that of seeds.
    let bound = |key: &str| {
        let value = node[key].as_f64()?;
        let is_largest_seed = (9e18..1e19).contains(&value);
        if is_largest_seed {
            return Some("2^63 - 1".to_owned());
        }
        (value.abs() < 1e9).then(|| number(value))
    };
    match (bound("minimum"), bound("exclusiveMinimum"), bound("maximum")) {
        (Some(low), _, Some(high)) => format!("{low} to {high}"),
        (Some(low), _, None) => format!("at least {low}"),
        (None, Some(low), Some(high)) => format!("above {low}, to {high}"),
        (None, Some(low), None) => format!("above {low}"),
        (None, None, Some(high)) => format!("at most {high}"),
        (None, None, None) => "number".to_owned(),
    }
}
