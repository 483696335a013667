//! The modules inside a crate: each uses only those below it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders whose modules use each other in one direction. `mod.rs` or `lib.rs` stands above them.
const FOLDERS: [&str; 5] = [
    "crates/engine/src/player",
    "crates/tuner/src",
    "crates/tuner/src/campaign",
    "crates/tuner/src/space",
    "crates/tuner/src/statistics",
];

#[test]
fn modules_use_only_those_below_them() {
    for folder in FOLDERS {
        let mut arrows = arrows(folder);
        // Floor by floor, from the ground up.
        while let Some(lowest) = arrows.iter().find(|(_, used)| used.is_empty()) {
            let lowest = lowest.0.clone();
            arrows.remove(&lowest);
            for used in arrows.values_mut() {
                used.remove(&lowest);
            }
        }
        assert!(arrows.is_empty(), "a ring in {folder}: {arrows:?}");
    }
}

/// The modules of a folder, each with those that it uses.
fn arrows(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let root = ["mod.rs", "lib.rs"].map(|name| path.join(name));
    let root = root.iter().find(|root| root.exists()).expect("a folder of modules");
    let exported = exports(&read(root));
    let (_, inside) = folder.split_once("/src").expect("a folder of a crate");
    let prefix = format!("crate{}::", inside.replace('/', "::"));
    let modules = exported.iter().filter(|(name, module)| name == module);
    let uses = |module: &str| {
        let files = files_of(&path, module);
        let names = files.iter().flat_map(|(file, depth)| names_used(&read(file), &prefix, *depth));
        // What no module exports is defined in the root, which stands above.
        let names =
            names.map(|name| exported.get(&name).cloned().unwrap_or(format!("root: {name}")));
        names.filter(|used| used != module).collect()
    };
    modules.map(|(module, _)| (module.clone(), uses(module))).collect()
}

/// The files of a module, each with the number of modules around it inside this one.
fn files_of(folder: &Path, module: &str) -> Vec<(PathBuf, usize)> {
    let mut files = vec![(folder.join(format!("{module}.rs")), 0)];
    let mut folders = vec![(folder.join(module), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push((path, depth + 1)),
                false if path.ends_with("mod.rs") => files.push((path, depth)),
                false => files.push((path, depth + 1)),
            }
        }
    }
    files.retain(|(file, _)| file.extension().is_some_and(|end| end == "rs") && file.exists());
    files
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The code above the tests, without comments.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The modules that a root declares and the names that it takes from them, with the module of each.
fn exports(root: &str) -> BTreeMap<String, String> {
    let code = code(root);
    let statements = || code.split(';').filter_map(|text| text.trim().rsplit_once("mod "));
    let modules: BTreeSet<&str> = statements().map(|(_, name)| name).collect();
    let mut exported: BTreeMap<_, _> =
        modules.iter().map(|name| (name.to_string(), name.to_string())).collect();
    for (_, tree) in code.split(';').filter_map(|text| text.trim().rsplit_once("use ")) {
        let module = tree.split("::").next().unwrap_or_default();
        for name in tree.split([',', '{', '}']).filter(|_| modules.contains(module)) {
            let name = name.rsplit("::").next().unwrap_or_default();
            let name = name.rsplit(" as ").next().unwrap_or_default().trim();
            exported.entry(name.to_owned()).or_insert_with(|| module.to_owned());
        }
    }
    exported.remove("");
    exported
}

/// The names of the folder at `prefix` that the text of a file uses, given the number of modules
/// between the folder and the file.
fn names_used(text: &str, prefix: &str, depth: usize) -> Vec<String> {
    let code: String = code(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let relative = "super::".repeat(depth + 1);
    let mut names = Vec::new();
    for prefix in [&relative, prefix] {
        for (start, _) in code.match_indices(prefix) {
            let rest = &code[start + prefix.len()..];
            // A longer way up leads elsewhere.
            if code[..start].ends_with("::") || rest.starts_with("super::") {
                continue;
            }
            names.extend(first_names(rest));
        }
    }
    names
}

/// The name at the start of a path, or of each path between braces.
fn first_names(path: &str) -> Vec<String> {
    let name = |path: &str| -> String {
        path.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let Some(group) = path.strip_prefix('{') else { return vec![name(path)] };
    let (mut names, mut depth, mut start) = (Vec::new(), 1, 0);
    for (place, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || depth == 1 && c == ',' {
            names.push(name(&group[start..place]));
            start = place + 1;
        }
        if depth == 0 {
            break;
        }
    }
    names.retain(|name| !name.is_empty());
    names
}
