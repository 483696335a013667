//! The operators and functions that an expression may use.

use super::program::{Binary, Unary};
use crate::expression::mistake::{list, nearest};

/// What is known by an operator or a name, by how many values it takes.
pub(super) const UNARY: [(&str, Unary, Kind); 7] = [
    ("-", Unary::Negate, Kind::Number),
    ("!", Unary::Not, Kind::Truth),
    ("abs", Unary::Abs, Kind::Number),
    ("sqrt", Unary::SquareRoot, Kind::Number),
    ("exp", Unary::Exponential, Kind::Number),
    ("log", Unary::Logarithm, Kind::Number),
    ("floor", Unary::Floor, Kind::Number),
];

/// With the kind of the result; all take numbers.
pub(super) const BINARY: [(&str, Binary, Kind); 12] = [
    ("+", Binary::Add, Kind::Number),
    ("-", Binary::Subtract, Kind::Number),
    ("*", Binary::Multiply, Kind::Number),
    ("/", Binary::Divide, Kind::Number),
    ("%", Binary::Remainder, Kind::Number),
    ("**", Binary::Power, Kind::Number),
    ("<", Binary::Less, Kind::Truth),
    ("<=", Binary::LessOrEqual, Kind::Truth),
    (">", Binary::Greater, Kind::Truth),
    (">=", Binary::GreaterOrEqual, Kind::Truth),
    ("==", Binary::Equal, Kind::Truth),
    ("!=", Binary::NotEqual, Kind::Truth),
];

/// Functions of two numbers or more.
pub(super) const FOLDS: [(&str, Binary); 2] = [("min", Binary::Min), ("max", Binary::Max)];

/// What a value is.
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

/// What is wrong with a name that no operator or function has: the message, what is
/// expected, and perhaps what was meant.
pub(super) fn unknown(name: &str) -> (String, String, Option<String>) {
    let is_word = |known: &&str| known.starts_with(|first: char| first.is_alphabetic());
    let (what, known): (_, Vec<&str>) = if is_word(&name) {
        let folds = FOLDS.iter().map(|(known, _)| *known);
        let functions = folds.chain(UNARY.iter().map(|(known, ..)| *known));
        ("function", functions.filter(is_word).collect())
    } else {
        let operators = BINARY.iter().map(|(known, ..)| *known);
        ("operator", operators.chain(["&&", "||", "!"]).collect())
    };
    let label = format!("expected {}", list(&quoted(&known), "or"));
    let help = match name {
        "^" | "pow" => Some("a power is written `a ** b`".to_owned()),
        _ => nearest(name, known).map(|guess| format!("did you mean `{guess}`?")),
    };
    (format!("unknown {what} `{name}`"), label, help)
}

/// In backquotes.
pub(super) fn quoted(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("`{name}`")).collect()
}
