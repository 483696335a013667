//! The packages of the workspace, read from their manifests: which one may depend on which.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use toml::Table;

/// The allowed dependencies: every package with the packages that it may know.
const ALLOWED: [(&str, &[&str]); 8] = [
    (
        "tune2048",
        &[
            "tune2048-tuner",
            "tune2048-programs",
            "tune2048-workers",
            "tune2048-engine",
            "tune2048-learning",
            "tune2048-optimizer",
        ],
    ),
    ("tune2048-tuner", &["tune2048-engine", "tune2048-optimizer"]),
    ("tune2048-programs", &["tune2048-engine"]),
    (
        "tune2048-workers",
        &["tune2048-engine", "tune2048-programs"],
    ),
    ("tune2048-learning", &["tune2048-engine"]),
    ("tune2048-python", &["tune2048-engine", "tune2048-tuner"]),
    ("tune2048-engine", &[]),
    ("tune2048-optimizer", &[]),
];

/// The tables of a manifest that name dependencies.
const KINDS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// The package outside of `crates`, which pip builds.
const PYTHON: &str = "bindings/python";

/// Returns the manifests of the root package, of the packages in `crates`, and of [`PYTHON`], with
/// their paths.
fn manifests() -> Vec<(PathBuf, Table)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = vec![
        root.join("Cargo.toml"),
        root.join(PYTHON).join("Cargo.toml"),
    ];
    for entry in fs::read_dir(root.join("crates")).expect("the folder is part of the project") {
        let path = entry.expect("an entry of the folder").path();
        paths.push(path.join("Cargo.toml"));
    }
    let manifest = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let table = text
            .parse()
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        (path, table)
    };
    paths.into_iter().map(manifest).collect()
}

fn name(manifest: &Table) -> &str {
    manifest["package"]["name"]
        .as_str()
        .expect("a name is a string")
}

/// Returns the packages that a manifest names as dependencies of any kind, for any target.
///
/// A dependency under another name is found by its `package` key.
fn dependencies(manifest: &Table) -> BTreeSet<String> {
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let targets = targets.into_iter().flat_map(Table::values);
    let tables = std::iter::once(manifest).chain(targets.filter_map(toml::Value::as_table));
    let mut found = BTreeSet::new();
    for table in tables {
        let kinds = KINDS.iter().filter_map(|kind| table.get(*kind)?.as_table());
        for (key, value) in kinds.flatten() {
            let package = value.get("package").and_then(toml::Value::as_str);
            found.insert(package.unwrap_or(key).to_owned());
        }
    }
    found
}

/// Returns the arrows between `packages` that [`ALLOWED`] does not list.
fn forbidden(manifests: &[Table]) -> Vec<String> {
    let packages: BTreeSet<&str> = manifests.iter().map(name).collect();
    let mut arrows = Vec::new();
    for manifest in manifests {
        let from = name(manifest);
        let known = ALLOWED.iter().find(|(package, _)| *package == from);
        let allowed = known.map_or(&[][..], |(_, allowed)| allowed);
        for to in dependencies(manifest) {
            if packages.contains(to.as_str()) && !allowed.contains(&to.as_str()) {
                arrows.push(format!("{from} -> {to}"));
            }
        }
    }
    arrows
}

#[test]
fn packages_depend_on_each_other_in_one_direction() {
    let manifests: Vec<Table> = manifests().into_iter().map(|(_, table)| table).collect();
    let mut packages: Vec<&str> = manifests.iter().map(name).collect();
    let mut expected = ALLOWED.map(|(package, _)| package);
    packages.sort_unstable();
    expected.sort_unstable();
    assert_eq!(
        packages, expected,
        "add a new package to the allowed arrows"
    );
    assert_eq!(forbidden(&manifests), [""; 0]);
}

#[test]
fn the_workspace_hides_no_package() {
    let manifests = manifests();
    let workspace = &manifests[0].1["workspace"];
    let members = toml::Value::from(vec!["crates/*", PYTHON]);
    assert_eq!(workspace["members"], members, "only these are read");
    let shared = workspace["dependencies"].as_table().expect("a table");
    for (name, dependency) in shared {
        assert!(
            dependency.get("package").is_none(),
            "{name} has another name"
        );
    }
}

#[test]
fn a_build_without_further_words_leaves_out_what_takes_long_or_is_for_python() {
    let manifests = manifests();
    let root = &manifests[0].1;
    let built = root["workspace"]["default-members"]
        .as_array()
        .expect("a list");
    let built: BTreeSet<&str> = built.iter().filter_map(toml::Value::as_str).collect();
    let packages = manifests[1..].iter().map(|(_, manifest)| name(manifest));
    let folders = packages.map(|package| package.replace("tune2048-", "crates/"));
    let mut expected: BTreeSet<String> = folders.collect();
    assert!(expected.remove("crates/workers"));
    assert!(expected.remove("crates/python"), "it is in {PYTHON}");
    expected.insert(".".to_owned());
    assert_eq!(built, expected.iter().map(String::as_str).collect());
    let features = root["features"]["default"].as_array().expect("a list");
    assert!(!features.contains(&"workers".into()));
}

#[test]
fn a_forbidden_arrow_of_any_kind_is_found() {
    let engine = "[package]\nname = 'tune2048-engine'\n";
    let tuner = "[package]\nname = 'tune2048-tuner'\n[dependencies]\ntune2048-engine = '1'\n";
    let arrows = |addition: &str| {
        let manifests = [format!("{engine}{addition}"), tuner.to_owned()];
        forbidden(&manifests.map(|text| text.parse().expect("a manifest")))
    };
    assert_eq!(arrows(""), [""; 0]);
    for addition in [
        "[dependencies]\ntune2048-tuner.workspace = true",
        "[dev-dependencies]\ntune2048-tuner = { path = '../tuner' }",
        "[build-dependencies]\ntune2048-tuner = '1'",
        "[dependencies]\nother = { package = 'tune2048-tuner', version = '1' }",
        "[target.'cfg(unix)'.dev-dependencies]\ntune2048-tuner = '1'",
    ] {
        assert_eq!(arrows(addition), ["tune2048-engine -> tune2048-tuner"]);
    }
}

#[test]
fn the_release_workflow_packs_what_binstall_looks_for() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("Cargo.toml")).expect("the manifest is there");
    let manifest: Table = text.parse().expect("it is TOML");
    let binstall = &manifest["package"]["metadata"]["binstall"];
    let workflow = fs::read_to_string(root.join(".github/workflows/release.yml"));
    let workflow = workflow.expect("the workflow is there");
    let in_workflow = |template: &str| {
        let name = manifest["package"]["name"].as_str().expect("a name");
        let text = template.replace("{ name }", name);
        text.replace("{ target }", "${{ matrix.target }}")
    };
    let url = binstall["pkg-url"].as_str().expect("a template");
    let (_, archive) = url.rsplit_once('/').expect("a file in a folder");
    assert!(workflow.contains(&in_workflow(archive)), "{archive}");
    let inside = binstall["bin-dir"].as_str().expect("a template");
    let (folder, _) = inside.rsplit_once('/').expect("a file in a folder");
    let folder = format!("folder=\"{}\"", in_workflow(folder));
    assert!(workflow.contains(&folder), "{folder}");
    let profiles = manifest["profile"].as_table().expect("profiles");
    assert!(profiles.contains_key("dist") && workflow.contains("--profile dist"));
}
