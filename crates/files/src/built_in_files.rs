//! Files that are built into a program and read by name.

use std::path::Path;

use crate::text;
use crate::toml_errors::nearest;

/// The name of each file, with its text.
pub type BuiltInFiles = [(&'static str, &'static str)];

/// Reads a file, or without one (a folder is none) what is built in under this name. `expected` names the kind of
/// file in an error, such as "a search space file".
///
/// # Errors
/// If there is neither, in words that name the nearest of the files that are built in.
pub fn read(files: &BuiltInFiles, path: &Path, expected: &str) -> Result<String, String> {
    let named = files.iter().find(|(name, _)| Path::new(name) == path);
    match named {
        Some((_, text)) if !path.exists() || path.is_dir() => Ok((*text).to_owned()),
        _ => text::read(path).map_err(|problem| problem + &advice(files, path, expected)),
    }
}

/// What to give instead of a path that is not there; of one that looks like a name the nearest name first.
fn advice(files: &BuiltInFiles, path: &Path, expected: &str) -> String {
    if path.exists() {
        return String::new();
    }
    if path.extension().is_some() || path.components().count() != 1 {
        return format!(" - expected {expected}, or the name of one that is built in");
    }
    let names = || files.iter().map(|(name, _)| *name);
    let list = names().collect::<Vec<_>>().join(", ");
    let list = format!("{expected}, or one that is built in: {list}");
    match nearest(&path.to_string_lossy(), names()) {
        Some(name) => format!(" - did you mean `{name}`? Expected {list}"),
        None => format!(" - expected {list}"),
    }
}
