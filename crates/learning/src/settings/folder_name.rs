//! Names of runs, which name their folders.

/// Whether a name can be that of a folder on any system.
pub(super) fn is_folder_name(name: &str) -> bool {
    (1..=100).contains(&name.len()) && !name.starts_with('.') && name.chars().all(is_plain)
}

/// A name with everything replaced that no folder should have in its own.
pub(super) fn folder_name(name: &str) -> String {
    let plain = |c: char| if is_plain(c) { c } else { '-' };
    let name: String = name.chars().take(100).map(plain).collect();
    match name.trim_start_matches('.') {
        "" => "network".to_owned(),
        name => name.to_owned(),
    }
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.".contains(c)
}
