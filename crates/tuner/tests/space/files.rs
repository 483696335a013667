//! The committed search spaces and the schema.

use tune2048_engine::heuristic::HeuristicKind;
use tune2048_tuner::space::schema;

use super::{committed, parse};

#[test]
fn every_committed_search_space_is_valid_and_documented() {
    let files = committed();
    assert!(files.len() >= 8);
    for (path, text) in files {
        let space = parse(&text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        assert_eq!(Some(space.name.as_str()), stem);
        assert!(text.starts_with("#:schema ./search-space.schema.json\n"));
        assert!(text.contains("# Takes about "), "{path:?} does not say how long it takes");
    }
}

#[test]
fn the_committed_schema_is_the_generated_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../search-spaces/search-space.schema.json");
    let generated = format!("{:#}\n", schema());
    if std::env::var_os("TUNE2048_WRITE_DOCS").is_some() {
        std::fs::write(path, &generated).expect("the schema can be written");
    }
    let committed = std::fs::read_to_string(path).expect("the schema is committed");
    assert!(
        committed == generated,
        "the schema has changed: run this test with TUNE2048_WRITE_DOCS=1 to write it"
    );
}

#[test]
fn the_schema_describes_every_key_and_knows_no_null() {
    fn check(path: &str, node: &serde_json::Value) {
        assert_ne!(node, "null", "{path}");
        let Some(members) = node.as_object() else { return };
        for (key, property) in
            members.get("properties").and_then(|p| p.as_object()).into_iter().flatten()
        {
            let is_described =
                property.get("description").is_some() || property.get("$ref").is_some();
            assert!(is_described, "{path}.{key}");
        }
        for (key, member) in members {
            check(&format!("{path}.{key}"), member);
        }
    }
    check("", &schema());
}

#[test]
fn a_description_names_every_setting() {
    for (_, text) in committed() {
        let space = parse(&text).expect("a valid search space");
        let description = space.describe();
        let subject = space.subject();
        let settings = subject.search_settings();
        let own = subject.parameters().len() - settings.len();
        let names = subject.parameters()[..own].iter().map(|weight| weight.name.to_string());
        let keys: Vec<String> = match subject.heuristic() {
            Some(HeuristicKind::Expressions(expressions)) => expressions.keys().collect(),
            _ => names.collect(),
        };
        assert_eq!(keys.len(), own);
        for setting in settings {
            let name = format!("player.expectimax.{} ", setting.name);
            assert!(description.contains(&name), "{description}");
        }
        for key in keys {
            let name = format!("heuristic.{}.{key} ", subject.table_name());
            assert!(description.contains(&name), "{description}");
        }
        for (setting, value) in space.settings() {
            let is_shown = |line: &str| line.starts_with(setting) && line.ends_with(value);
            assert!(description.lines().any(is_shown), "{setting}");
        }
    }
}
