//! The operators and functions of expressions, and errors in their texts.

use std::ops::Range;

use super::column::Column;

/// Words that cannot be names.
pub(super) const KEYWORDS: [&str; 5] = ["let", "if", "else", "true", "false"];

/// An operation on the values of one step.
type OfOne = fn(&Column) -> Column;

/// An operation on the values of two steps.
type OfTwo = fn(&Column, &Column) -> Column;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Truth,
}

impl Kind {
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Truth => "true or false",
        }
    }
}

// Each operation has a loop of its own, for the compiler to unroll.

/// Operators before one operand and functions of one argument. The result is of the
/// operand's kind.
pub(super) const UNARY: [(&str, OfOne, Kind); 7] = [
    ("-", |a| a.map(|a| -a), Kind::Number),
    ("!", |a| a.map(|a| 1.0 - a), Kind::Truth),
    ("abs", |a| a.map(f64::abs), Kind::Number),
    ("sqrt", |a| a.map(f64::sqrt), Kind::Number),
    ("exp", |a| a.map(libm::exp), Kind::Number),
    ("log", |a| a.map(libm::log), Kind::Number),
    ("floor", |a| a.map(f64::floor), Kind::Number),
];

/// The operator that groups from the right.
pub(super) const POWER: &str = "**";

/// Operators between two operands, and functions of two or more numbers: the name, the precedence
/// of an operator, of which higher ones bind more tightly, the operation, and the kinds of its
/// operands and of its result.
pub(super) const BINARY: [(&str, u8, OfTwo, Kind, Kind); 16] = [
    ("+", 5, |a, b| a.zip(b, |a, b| a + b), Kind::Number, Kind::Number),
    ("-", 5, |a, b| a.zip(b, |a, b| a - b), Kind::Number, Kind::Number),
    ("*", 6, product, Kind::Number, Kind::Number),
    ("/", 6, |a, b| a.zip(b, |a, b| a / b), Kind::Number, Kind::Number),
    ("%", 6, |a, b| a.zip(b, |a, b| a % b), Kind::Number, Kind::Number),
    (POWER, 7, |a, b| a.zip(b, libm::pow), Kind::Number, Kind::Number),
    ("<", 4, |a, b| a.zip(b, |a, b| truth(a < b)), Kind::Number, Kind::Truth),
    ("<=", 4, |a, b| a.zip(b, |a, b| truth(a <= b)), Kind::Number, Kind::Truth),
    (">", 4, |a, b| a.zip(b, |a, b| truth(a > b)), Kind::Number, Kind::Truth),
    (">=", 4, |a, b| a.zip(b, |a, b| truth(a >= b)), Kind::Number, Kind::Truth),
    ("==", 3, |a, b| a.zip(b, |a, b| truth(is_equal(a, b))), Kind::Number, Kind::Truth),
    ("!=", 3, |a, b| a.zip(b, |a, b| truth(!is_equal(a, b))), Kind::Number, Kind::Truth),
    ("&&", 2, product, Kind::Truth, Kind::Truth),
    ("||", 1, largest, Kind::Truth, Kind::Truth),
    ("min", 0, least, Kind::Number, Kind::Number),
    ("max", 0, largest, Kind::Number, Kind::Number),
];

fn product(a: &Column, b: &Column) -> Column {
    a.zip(b, |a, b| a * b)
}

fn largest(a: &Column, b: &Column) -> Column {
    a.zip(b, |a, b| if b > a || b.is_nan() { b } else { a })
}

fn least(a: &Column, b: &Column) -> Column {
    a.zip(b, |a, b| if b < a || b.is_nan() { b } else { a })
}

fn truth(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

#[allow(clippy::float_cmp, reason = "it is what the expression asks for")]
fn is_equal(a: f64, b: f64) -> bool {
    a == b
}

/// How tightly an operator binds its operands; an unknown one binds least.
pub(super) fn precedence(sign: &str) -> u8 {
    let known = BINARY.iter().find(|(known, ..)| *known == sign);
    known.map_or(0, |(_, precedence, ..)| *precedence)
}

/// The error of an operator or function that does not exist.
pub(super) fn unknown<T>(name: &str, span: &Range<usize>) -> Compiled<T> {
    let is_word = |known: &&str| known.starts_with(|first: char| first.is_alphabetic());
    let binary = BINARY.iter().map(|(known, ..)| *known);
    let (what, known): (_, Vec<&str>) = if is_word(&name) {
        let all = binary.chain(UNARY.iter().map(|(known, ..)| *known));
        ("function", all.filter(is_word).collect())
    } else {
        ("operator", binary.filter(|known| !is_word(known)).collect())
    };
    let label = format!("expected {}", alternatives(&known));
    let help = match name {
        "^" | "pow" => Some("a power is written `a ** b`"),
        "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "**=" => {
            Some("compare by `==`; give a name by `let NAME = …;`")
        }
        _ => None,
    };
    wrong(span, format!("unknown {what} `{name}`"), label, help)
}

/// Names in backquotes as a sentence lists alternatives: "`a`, `b` or `c`".
pub(super) fn alternatives(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., name] => format!("{} or {name}", names.join(", ")),
    }
}

/// An error in the text of an expression, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}: {label}")]
pub struct ExpressionError {
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// The rule that is broken.
    pub message: String,
    /// What was expected there, and what was found.
    pub label: String,
    /// Advice on how to correct it.
    pub help: Option<String>,
}

/// What was read or compiled, or the first error.
pub(super) type Compiled<T> = Result<T, ExpressionError>;

/// An error in a part of the text.
pub(super) fn wrong<T>(
    span: &Range<usize>,
    message: impl Into<String>,
    label: impl Into<String>,
    help: Option<&str>,
) -> Compiled<T> {
    let (message, label, help) = (message.into(), label.into(), help.map(str::to_owned));
    Err(ExpressionError { span: span.clone(), message, label, help })
}
