//! The committed search spaces and the schema.

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
        assert!(!node.is_null() && node != "null", "{path}");
        for (place, entry) in node.as_array().into_iter().flatten().enumerate() {
            check(&format!("{path}[{place}]"), entry);
        }
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
