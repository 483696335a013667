//! Where the parser's tree and its mistakes are in a text.

use std::ops::Range;

use rhai::{LexError, ParseError, ParseErrorType, Position};

use crate::expression::mistake::Mistake;

/// Deeper trees may not fit on a stack.
pub(super) const DEEPEST: usize = 128;

/// The bytes of the name, number or sign at a position.
pub(super) fn span(text: &str, position: Position) -> Range<usize> {
    let (Some(line), column) = (position.line(), position.position().unwrap_or(1)) else {
        return 0..text.len();
    };
    let lines = text.split_inclusive('\n');
    let start: usize = lines.take(line - 1).map(str::len).sum();
    let rest = &text[start..];
    let offset = rest.char_indices().nth(column - 1);
    let start = start + offset.map_or(rest.trim_end().len(), |(offset, _)| offset);
    let rest = &text[start..];
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_sign = |c: char| c.is_ascii_punctuation() && !"(){}[];,_\"'`".contains(c);
    let length_of =
        |is_in: &dyn Fn(char) -> bool| rest.find(|c: char| !is_in(c)).unwrap_or(rest.len());
    let length = match rest.chars().next() {
        None => 0,
        Some(first) if first.is_ascii_digit() => length_of(&|c| is_word(c) || c == '.'),
        Some(first) if is_word(first) => length_of(&is_word),
        // A sign before a number or a name is one of its own.
        Some('-' | '+' | '!') if !rest[1..].starts_with(['=', '-', '+']) => 1,
        Some(first) if is_sign(first) => length_of(&is_sign),
        Some(first) => first.len_utf8(),
    };
    start..start + length
}

/// What the parser says, in the manner of other mistakes.
pub(super) fn syntax_mistake(text: &str, error: &ParseError) -> Mistake {
    let span = span(text, error.position());
    let message = "this is not an expression";
    match error.err_type() {
        ParseErrorType::UnexpectedEOF => {
            Mistake::new(span, message, "expected more, found the end")
        }
        ParseErrorType::ExprTooDeep => {
            let label = format!("expected at most {DEEPEST} levels of brackets and operators");
            Mistake::new(span, "this expression is too deep", label)
                .help("give names to parts of it by `let NAME = …;`")
        }
        ParseErrorType::BadInput(LexError::UnexpectedInput(found)) if found == "." => {
            Mistake::new(span, message, "unexpected `.`")
                .help("a number has digits on both sides of its point")
        }
        other => {
            let words = other.to_string().replace('\'', "`");
            let mut letters = words.chars();
            let first = letters.next().map(|first| first.to_lowercase().to_string());
            let words = first.unwrap_or_default() + letters.as_str();
            Mistake::new(span, message, words.replace("expecting", "expected"))
        }
    }
}
