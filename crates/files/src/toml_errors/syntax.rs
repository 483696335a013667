//! Finds the places where a text is not TOML.

use std::ops::Range;

use toml::de::DeTable;

use super::Mistake;

/// The number of broken lines from which on a text is not considered TOML and reading stops.
const MAX_BROKEN_LINES: usize = 50;

/// The result of a check of the syntax of a text.
#[derive(Debug)]
pub(super) struct Syntax {
    /// The text with blanks in place of the lines that keep a parser from
    /// reading on; every other character is at its original offset.
    pub(super) readable: String,
    /// One mistake for each line that is not TOML; further mistakes in a line follow from the first.
    pub(super) mistakes: Vec<Mistake>,
    /// The lines that are not TOML.
    broken_lines: Vec<Range<usize>>,
}

impl Syntax {
    /// Checks a text twice: the second time without the lines at which the parser gave up.
    pub(super) fn of(text: &str) -> Self {
        let mut syntax =
            Self { readable: text.to_owned(), mistakes: Vec::new(), broken_lines: Vec::new() };
        for position in syntax.check() {
            let line = line_around(&syntax.readable, position);
            let blank = " ".repeat(line.len());
            syntax.readable.replace_range(line, &blank);
        }
        syntax.check();
        if !syntax.is_toml() {
            // What is of another kind needs no further examples.
            syntax.mistakes.truncate(1);
            let help = "many more lines are not TOML either: is this the file that you mean?";
            syntax.mistakes = syntax.mistakes.into_iter().map(|first| first.help(help)).collect();
        }
        syntax
    }

    /// Whether the text has few enough broken lines to be TOML.
    pub(super) fn is_toml(&self) -> bool {
        self.broken_lines.len() < MAX_BROKEN_LINES
    }

    /// Whether the name of a table is lost, so that its keys stand elsewhere.
    pub(super) fn lacks_table(&self, text: &str) -> bool {
        self.broken_lines.iter().any(|line| text[line.clone()].trim_start().starts_with('['))
    }

    /// Whether a position is in a line that is not TOML.
    pub(super) fn is_broken(&self, position: usize) -> bool {
        self.broken_lines.iter().any(|line| (line.start..=line.end).contains(&position))
    }

    /// Adds the mistakes in the readable text and returns the positions at which the parser gives up.
    fn check(&mut self) -> Vec<usize> {
        let (_, errors) = DeTable::parse_recoverable(&self.readable);
        let mut ends = Vec::new();
        for error in errors {
            if !self.is_toml() {
                break;
            }
            let span = error.span().unwrap_or_default();
            if self.is_broken(span.start) {
                continue;
            }
            if error.message().starts_with("key with no value") {
                ends.push(span.start);
            }
            self.broken_lines.push(line_around(&self.readable, span.start));
            self.mistakes.push(mistake(span, error.message()));
        }
        ends
    }
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

/// Returns the span of the line around a position, without its line break.
fn line_around(text: &str, position: usize) -> Range<usize> {
    let position = position.min(text.len());
    let (before, after) = text.as_bytes().split_at(position);
    let is_end = |byte: &u8| *byte == b'\n';
    let start = before.iter().rposition(is_end).map_or(0, |end| end + 1);
    let end = after.iter().position(is_end).unwrap_or(after.len());
    start..position + end
}
