//! Paths of values in a TOML file: keys and array indices joined by points.

/// Returns the path of a key in the table at `path`; the path of the file itself is empty.
pub(super) fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Returns a path as messages show it, with array indices in brackets.
pub fn shown(path: &str) -> String {
    let mut shown = String::new();
    for key in path.split('.') {
        if key.starts_with(|first: char| first.is_ascii_digit()) {
            shown += &format!("[{key}]");
        } else {
            shown = join(&shown, key);
        }
    }
    shown
}
