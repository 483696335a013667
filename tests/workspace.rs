//! The packages of the workspace: which one may depend on which, which module of one on which, and
//! what a first build leaves out.

#[path = "floors.rs"]
mod floors;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use toml::Table;

/// The packages that a package may know. Packages of `tests` and `research` may know all.
const ALLOWED: [(&str, &[&str]); 9] = [
    ("tune2048", &["engine", "files", "learning", "optimizer", "programs", "tuner", "workers"]),
    ("tune2048-tuner", &["engine", "files", "optimizer"]),
    ("tune2048-programs", &["engine", "tuner"]),
    ("tune2048-workers", &["engine", "programs", "tuner"]),
    ("tune2048-learning", &["engine", "files"]),
    ("tune2048-python", &["engine", "files", "programs", "tuner"]),
    ("tune2048-engine", &[]),
    ("tune2048-files", &[]),
    ("tune2048-optimizer", &[]),
];

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be run");
    serde_json::from_slice(&output.stdout).expect("a document of JSON")
}

fn texts<'v>(values: &'v Value, key: &str) -> BTreeSet<&'v str> {
    let values = values.as_array().expect("a list").iter();
    values.filter_map(|value| value[key].as_str()).collect()
}

#[test]
fn packages_depend_on_each_other_in_one_direction() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("a list");
    let root = metadata["workspace_root"].as_str().expect("a path");
    let is_free = |path: &str| {
        let path = path.strip_prefix(root).expect("a path in the workspace");
        path.starts_with("/tests/") || path.starts_with("/research/")
    };
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        if is_free(package["manifest_path"].as_str().expect("a path")) {
            continue;
        }
        let known = ALLOWED.iter().find(|(package, _)| *package == name);
        let (_, allowed) = known.unwrap_or_else(|| panic!("{name}: list what it may know"));
        let dependencies = package["dependencies"].as_array().expect("a list");
        for dependency in dependencies.iter().filter(|found| found["path"].is_string()) {
            let to = dependency["name"].as_str().expect("a name");
            let is_of_tests = dependency["kind"] == "dev" && to == "tune2048-testkit";
            let is_allowed = |allowed: &&str| format!("tune2048-{allowed}") == to;
            assert!(is_of_tests || allowed.iter().any(is_allowed), "{name} -> {to}");
        }
    }
}

#[test]
fn a_first_build_leaves_out_what_takes_long_or_is_for_python() {
    let metadata = metadata();
    let all = texts(&metadata["packages"], "name");
    let built = metadata["workspace_default_members"].to_string();
    for id in ["workers", "python", "terminal", "browser", "fuzz"] {
        let is_it = |name: &&str| name.trim_end_matches("-tests") == format!("tune2048-{id}");
        assert!(all.iter().any(is_it), "{id}");
        assert!(!built.contains(&format!("/{id}#")), "{id} in {built}");
    }
    let root = metadata["packages"].as_array().expect("a list").iter();
    let root = root.filter(|package| package["name"] == "tune2048");
    let defaults: String = root.map(|root| root["features"]["default"].to_string()).collect();
    assert!(!defaults.contains("workers"), "{defaults}");
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
    let pack = fs::read_to_string(root.join(".ci/pack")).expect("the script is there");
    let folder =
        format!("folder=\"{}\"", in_workflow(folder).replace("${{ matrix.target }}", "$1"));
    assert!(
        pack.contains(&folder) && workflow.contains(".ci/pack ${{ matrix.target }} "),
        "{folder}"
    );
    // The workflow fills in the repository for archives, wheels and packages.
    let repository = &manifest["workspace"]["package"]["repository"];
    let fill = format!("s|{}|$GITHUB_SERVER_URL", repository.as_str().expect("an address"));
    assert_eq!(workflow.matches(&fill).count(), 3, "{fill}");
    let profiles = manifest["profile"].as_table().expect("profiles");
    assert!(profiles.contains_key("dist") && workflow.contains("--profile dist"));
}
