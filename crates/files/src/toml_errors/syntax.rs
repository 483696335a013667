//! Finds the places where a text is not TOML.

use std::ops::Range;

use toml::de::Error;

use super::Mistake;

/// The number of broken lines from which on a text is not considered TOML.
const MAX_BROKEN_LINES: usize = 50;

/// Describes the errors of the parser: one for each line, since further ones in it follow from the first.
pub(super) fn mistakes(text: &str, mut errors: Vec<Error>) -> Vec<Mistake> {
    errors.sort_by_key(|error| error.span().unwrap_or_default().start);
    let mut mistakes = Vec::new();
    let mut next_line = 0;
    for error in errors {
        let span = error.span().unwrap_or_default();
        if span.start < next_line {
            continue;
        }
        let rest = text.as_bytes().get(span.start..).unwrap_or_default();
        let is_end = |byte: &u8| *byte == b'\n';
        next_line = span.start + rest.iter().position(is_end).unwrap_or(rest.len()) + 1;
        mistakes.push(mistake(span, error.message()));
        if mistakes.len() == MAX_BROKEN_LINES {
            // What is of another kind needs no further examples.
            mistakes.truncate(1);
            let help = "many more lines are not TOML either: is this the file that you mean?";
            return mistakes.into_iter().map(|first| first.help(help)).collect();
        }
    }
    mistakes
}

/// Describes a place that is not TOML with the message of the parser.
fn mistake(span: Range<usize>, words: &str) -> Mistake {
    let message = "this is not TOML";
    // The parser reports a missing value as an empty string, and an unquoted
    // word as a wrong value that starts with the same letter.
    if words.starts_with("string values must be quoted") && span.is_empty() {
        return Mistake::new(span, message, "expected a value, found nothing");
    }
    let mistake = Mistake::new(span, message, words);
    if words.contains("quoted") || words.starts_with("invalid boolean") {
        return mistake.help("put text in quotes: \"…\"");
    }
    mistake
}
