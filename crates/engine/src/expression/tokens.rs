//! Numbers, words, signs and remarks in the text of an expression.

use std::ops::Range;

use super::words::{Compiled, wrong};

/// What a token is, by its first characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Number,
    /// A name or a keyword.
    Word,
    /// An operator between operands, known or not.
    Operator,
    /// A bracket, `,`, `;`, `!`, the end, or a character that no expression has.
    Other,
}

/// A part of a text without blanks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) text: &'t str,
    start: usize,
}

impl<'t> Token<'t> {
    /// The first token from a place on, after white space and remarks.
    pub(super) fn from(text: &'t str, place: usize) -> Self {
        let start = place + blanks(&text[place..]);
        let rest = &text[start..];
        let Some(first) = rest.chars().next() else {
            return Self { kind: TokenKind::Other, text: "", start: text.trim_end().len() };
        };
        let (kind, length) = match first {
            '0'..='9' => (TokenKind::Number, number_length(rest)),
            _ if is_of_word(first) => (TokenKind::Word, run(rest, is_of_word)),
            _ => match operator_length(rest) {
                0 => (TokenKind::Other, first.len_utf8()),
                length => (TokenKind::Operator, length),
            },
        };
        Self { kind, text: &rest[..length], start }
    }

    /// The bytes of the token.
    pub(super) fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The token as errors name it.
    pub(super) fn in_words(self) -> String {
        match self.text {
            "" => "the end".to_owned(),
            text => format!("`{}`", text.escape_debug()),
        }
    }

    /// The error of this token in the place of others.
    pub(super) fn unlike<T>(self, expected: &str) -> Compiled<T> {
        let label = format!("expected {expected}, found {}", self.in_words());
        let is_point = self.text == ".";
        let help = is_point.then_some("a number has a digit before its point: `0.5`");
        wrong(&self.span(), "this is not an expression", label, help)
    }
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The length of the first characters of a kind.
fn run(text: &str, is_of_kind: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_of_kind(c)).unwrap_or(text.len())
}

/// The length of white space and remarks. A block remark without an end extends to the end.
fn blanks(text: &str) -> usize {
    let mut rest = text;
    loop {
        rest = rest.trim_ascii_start();
        let length = if rest.starts_with("//") {
            run(rest, |c| c != '\n' && c != '\r')
        } else if let Some(remark) = rest.strip_prefix("/*") {
            remark.find("*/").map_or(rest.len(), |end| end + 4)
        } else {
            return text.len() - rest.len();
        };
        rest = &rest[length..];
    }
}

/// The length of an operator, 0 for none. A prefix can adjoin it, as in `2*-x`. An `=` belongs to
/// it, so that assignments have a message of their own.
fn operator_length(text: &str) -> usize {
    if let Some(sign) = ["**", "+", "-", "*", "/", "%"].iter().find(|sign| text.starts_with(**sign))
    {
        return sign.len() + usize::from(text[sign.len()..].starts_with('='));
    }
    let negation = usize::from(text.starts_with('!'));
    match run(&text[negation..], |c| "<>=&|^~@$#?:\\".contains(c)) {
        0 => 0,
        length => negation + length,
    }
}

/// The length of a number, and of what adjoins it by mistake.
fn number_length(text: &str) -> usize {
    let mut length = run(text, |c| c.is_ascii_digit() || c == '.');
    if text[length..].starts_with(['e', 'E']) && text[length + 1..].starts_with(['+', '-']) {
        length += 2;
    }
    // The digits of the exponent, or a mistake.
    length + run(&text[length..], is_of_word)
}
