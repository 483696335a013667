//! Words of commands for people who paste them into a shell.

use std::path::Path;

/// Returns a word or a path as a POSIX shell reads it back: in quotes, unless all of it is plain.
pub fn quoted(word: impl AsRef<Path>) -> String {
    let word = word.as_ref().to_string_lossy();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
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
    }
}
