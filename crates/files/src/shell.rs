//! Words of commands for people who paste them into a shell.

use std::path::Path;

use crate::shown::is_hidden;

/// Returns a word or a path as a POSIX shell reads it back: in quotes unless all of it is plain,
/// with all that a terminal would not show as it is.
pub fn quoted(word: impl AsRef<Path>) -> String {
    let word = word.as_ref().to_string_lossy();
    if word.contains(is_hidden) {
        return format!("$'{}'", escaped(&word.replace('\\', "\\\\").replace('\'', "\\'")));
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A text with hidden characters escaped as `$'…'` reads them.
fn escaped(text: &str) -> String {
    let escape = |c: char| match u32::from(c) {
        _ if !is_hidden(c) => c.to_string(),
        code @ ..0x80 => format!("\\x{code:02x}"),
        code @ ..0x1_0000 => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("results/a-1"), "results/a-1");
        assert_eq!(quoted("my results"), "'my results'");
        assert_eq!(quoted("Läufe"), "'Läufe'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
        let hidden = "\u{1b}]0; it's a\\b\u{7}\u{202e}";
        assert_eq!(quoted(hidden), r"$'\x1b]0; it\'s a\\b\x07\u202e'");
    }
}
