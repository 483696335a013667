//! Where a text is not TOML.

use std::ops::Range;

use toml::de::DeTable;

use super::Mistake;

/// A text with more lines than these that are not TOML is something else, and
/// not worth reading on.
const MAX_BROKEN_LINES: usize = 50;

/// What a look at the syntax of a text finds.
pub(super) struct Syntax {
    /// The text, every character in its place, without the lines that keep a
    /// parser from the rest.
    pub(super) readable: String,
    /// One mistake for each line that is not TOML: further ones follow from it.
    pub(super) mistakes: Vec<Mistake>,
    /// The lines that are not TOML, from 0.
    pub(super) broken_lines: Vec<usize>,
}

impl Syntax {
    /// Looks at a text, and again at what a parser does not get to see at first.
    pub(super) fn of(text: &str) -> Self {
        let mut syntax = Self {
            readable: text.to_owned(),
            mistakes: Vec::new(),
            broken_lines: Vec::new(),
        };
        for position in syntax.look() {
            let line = line_around(&syntax.readable, position);
            let blank = " ".repeat(line.len());
            syntax.readable.replace_range(line, &blank);
        }
        syntax.look();
        syntax
    }

    /// Whether there is more TOML than mistakes.
    pub(super) fn is_toml(&self) -> bool {
        self.broken_lines.len() < MAX_BROKEN_LINES
    }

    /// Adds what is wrong; the places where a parser gives up.
    fn look(&mut self) -> Vec<usize> {
        let (_, errors) = DeTable::parse_recoverable(&self.readable);
        let mut ends = Vec::new();
        for error in errors {
            if !self.is_toml() {
                break;
            }
            let span = error.span().unwrap_or_default();
            let line = line_number(&self.readable, span.start);
            if self.broken_lines.contains(&line) {
                continue;
            }
            if error.message().starts_with("key with no value") {
                ends.push(span.start);
            }
            self.broken_lines.push(line);
            self.mistakes.push(mistake(span, error.message()));
        }
        ends
    }
}

/// A place that is not TOML, with the parser's words for it.
fn mistake(span: Range<usize>, words: &str) -> Mistake {
    let message = "this is not TOML";
    // The parser takes a missing value for an empty string, and an unquoted
    // word for whatever begins with the same letter.
    if words.starts_with("string values must be quoted") && span.is_empty() {
        return Mistake::new(span, message, "expected a value, found nothing");
    }
    let mistake = Mistake::new(span, message, words);
    if words.contains("quoted") || words.starts_with("invalid boolean") {
        return mistake.help("put text in quotes: \"…\"");
    }
    mistake
}

/// The number of the line at a position, from 0.
pub(super) fn line_number(text: &str, position: usize) -> usize {
    let before = &text.as_bytes()[..position.min(text.len())];
    before.iter().filter(|&&byte| byte == b'\n').count()
}

/// The line around a position, without its end.
fn line_around(text: &str, position: usize) -> Range<usize> {
    let position = position.min(text.len());
    let (before, after) = text.as_bytes().split_at(position);
    let is_end = |byte: &u8| *byte == b'\n';
    let start = before.iter().rposition(is_end).map_or(0, |end| end + 1);
    let end = after.iter().position(is_end).unwrap_or(after.len());
    start..position + end
}
