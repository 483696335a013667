//! Numbers, words, signs and remarks in the text of an expression.

use std::ops::Range;

use winnow::Parser;
use winnow::combinator::{alt, not, opt, peek, repeat};
use winnow::error::ErrMode;
use winnow::stream::{LocatingSlice, Location, Stateful, Stream};
use winnow::token::{any, one_of, take_till, take_while};

use super::syntax::Syntax;
use super::syntax_error::{Problem, SyntaxError};

/// The rest of a text, and how many expressions enclose its start.
pub(super) type Input<'t> = Stateful<LocatingSlice<&'t str>, usize>;

pub(super) type Parsed<T> = Result<T, ErrMode<SyntaxError>>;

/// Words that cannot be names.
pub(super) const KEYWORDS: [&str; 6] = ["let", "const", "if", "else", "true", "false"];

/// Words of statements that scripting languages have and expressions do not.
pub(super) const FOREIGN_WORDS: [&str; 16] = [
    "loop", "while", "until", "do", "for", "in", "switch", "break", "continue", "return", "throw",
    "try", "catch", "fn", "import", "export",
];

/// The start of a text.
pub(super) fn input(text: &str) -> Input<'_> {
    Input { input: LocatingSlice::new(text), state: 0 }
}

/// An error at the start of the rest; no alternative is tried after it.
pub(super) fn refuse(input: &Input<'_>, problem: Problem) -> ErrMode<SyntaxError> {
    let offset = input.current_token_start();
    ErrMode::Cut(SyntaxError { offset, problem })
}

/// White space and remarks. A block remark without an end extends to the end of the text.
pub(super) fn blank(input: &mut Input<'_>) -> Parsed<()> {
    let white_space = take_while(1.., |c: char| c.is_ascii_whitespace()).void();
    let line_remark = ("//", take_till(0.., ['\n', '\r'])).void();
    repeat(0.., alt((white_space, line_remark, block_remark))).parse_next(input)
}

fn block_remark(input: &mut Input<'_>) -> Parsed<()> {
    let mut open = "/*".value(1).parse_next(input)?;
    while open > 0 && !input.is_empty() {
        open += alt(("/*".value(1), "*/".value(-1), any.value(0))).parse_next(input)?;
    }
    Ok(())
}

/// A token and its bytes, after which blanks are skipped.
pub(super) fn token<'t, T>(
    mut parser: impl Parser<Input<'t>, T, ErrMode<SyntaxError>>,
) -> impl FnMut(&mut Input<'t>) -> Parsed<(T, Range<usize>)> {
    move |input| {
        let found = parser.by_ref().with_span().parse_next(input)?;
        blank(input)?;
        Ok(found)
    }
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A name or a keyword.
pub(super) fn word<'t>(input: &mut Input<'t>) -> Parsed<&'t str> {
    let first = one_of(|c: char| is_of_word(c) && !c.is_ascii_digit());
    (first, take_while(0.., is_of_word)).take().parse_next(input)
}

/// An operator between operands, known or not.
pub(super) fn operator<'t>(input: &mut Input<'t>) -> Parsed<&'t str> {
    // A prefix can adjoin an operator, as in `2*-x`. An `=` belongs to the operator, so that
    // assignments have a message of their own.
    let arithmetic = alt(("**", "+", "-", "*", "/", "%"));
    let other = take_while(1.., |c| "<>=&|^~@$#?:\\".contains(c));
    alt(((arithmetic, opt('=')).take(), (opt('!'), other).take())).parse_next(input)
}

/// A number. `_` can separate its digits.
pub(super) fn number(input: &mut Input<'_>) -> Parsed<Syntax> {
    fn digits<'t>(input: &mut Input<'t>) -> Parsed<&'t str> {
        take_while(0.., |c: char| c.is_ascii_digit() || c == '_').parse_next(input)
    }
    let start = input.checkpoint();
    let is_after_point = |c: char| c == '.' || c == '_' || c.is_ascii_alphabetic();
    let fraction = ('.', not(one_of(is_after_point)), digits);
    let power = alt((one_of(['+', '-']), peek(one_of('0'..='9'))));
    let exponent = (one_of(['e', 'E']), power);
    // The rest of the word: the digits of the exponent, those of `0x1f`, or a mistake.
    let rest = take_while(0.., is_of_word);
    let mut text = (one_of('0'..='9'), digits, opt(fraction), opt(exponent), rest).take();
    let text = text.parse_next(input)?;
    value_of(text).ok_or_else(|| {
        input.reset(&start);
        refuse(input, Problem::MalformedNumber)
    })
}

fn value_of(text: &str) -> Option<Syntax> {
    let text = text.replace('_', "").to_ascii_lowercase();
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            // 64 bits in two's complement.
            let bits = u64::from_str_radix(digits, radix).ok()?;
            return Some(Syntax::Integer(bits.cast_signed()));
        }
    }
    let integer = text.parse().map(Syntax::Integer);
    integer.or_else(|_| text.parse().map(Syntax::Float)).ok()
}

/// The bytes of the word, operator or character at an offset.
pub(super) fn token_at(text: &str, offset: usize) -> Range<usize> {
    let words = take_while(1.., is_of_word);
    let found = alt((words, operator, any.take())).parse_next(&mut input(&text[offset..]));
    match found {
        Ok(token) => offset..offset + token.len(),
        Err(_) => text.trim_end().len()..text.trim_end().len(),
    }
}
