//! Names of folders that every operating system takes.

use crate::toml_errors::Mistake;

/// Whether a character can be in the name of a folder.
pub fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.".contains(c)
}

/// The mistake of a `name` that cannot name a folder, without a span.
pub fn mistake_of(name: &str) -> Option<Mistake> {
    let is_valid =
        (1..=100).contains(&name.len()) && !name.starts_with('.') && name.chars().all(is_plain);
    let label = format!(
        "expected letters, digits, `-`, `_` and `.`, at most 100 and the first no `.`; found \"{}\"",
        name.escape_debug()
    );
    let mistake = Mistake::new(0..0, "`name` cannot name a folder", label);
    (!is_valid).then(|| mistake.help("results are kept in a folder of this name"))
}
