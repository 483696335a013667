//! How messages show paths, lists, numbers and long texts.

use std::borrow::Cow;

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

/// A text as TOML writes it.
pub fn toml_string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A key of a table as TOML writes it: one with points stands in quotes.
pub fn toml_key(name: &str) -> String {
    if name.contains('.') { toml_string(name) } else { name.to_owned() }
}

/// Names as a sentence lists them: "a, b or c".
pub fn list(names: &[String], last: &str) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., name] => format!("{} {last} {name}", names.join(", ")),
    }
}

/// Formats a number with the fewest digits that read back as the same number.
pub fn number(value: f64) -> String {
    let is_short = value.fract() == 0.0 && value.abs() < 1e15;
    if is_short && !(value == 0.0 && value.is_sign_negative()) {
        format!("{value:.0}")
    } else {
        format!("{value:?}")
    }
}

/// Returns a text of at most `max` bytes as it is, and of a longer one the first and the last
/// quarter of `max` with the number of bytes left out between them.
pub fn shortened(text: &str, max: usize) -> Cow<'_, str> {
    if text.len() <= max {
        return Cow::Borrowed(text);
    }
    let start = &text[..char_boundary(text, max / 4)];
    let end = &text[char_boundary(text, text.len() - max / 4)..];
    let left_out = text.len() - start.len() - end.len();
    Cow::Owned(format!("{start}… ({left_out} bytes left out) …{end}"))
}

/// Returns the last boundary of characters at or before an index.
pub(super) fn char_boundary(text: &str, index: usize) -> usize {
    let index = index.min(text.len());
    (0..=index).rev().find(|&index| text.is_char_boundary(index)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_keep_whole_characters_of_both_ends() {
        assert_eq!(shortened("as it is", 8), "as it is");
        let found = shortened("ééééé-ééééé", 12);
        assert_eq!(found, "é… (15 bytes left out) …éé");
        assert!(shortened(&"x".repeat(10_000_000), 2000).len() < 1100);
    }
}
