//! The operators and functions of expressions.

use super::program::{Binary, Unary};
use super::suggest::{alternatives, nearest};

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

/// Operators before one operand and functions of one argument. The result is of the
/// operand's kind.
pub(super) const UNARY: [(&str, Unary, Kind); 7] = [
    ("-", Unary::Negate, Kind::Number),
    ("!", Unary::Not, Kind::Truth),
    ("abs", Unary::Abs, Kind::Number),
    ("sqrt", Unary::SquareRoot, Kind::Number),
    ("exp", Unary::Exponential, Kind::Number),
    ("log", Unary::Logarithm, Kind::Number),
    ("floor", Unary::Floor, Kind::Number),
];

/// An operator between two operands.
pub(super) struct Infix {
    pub(super) sign: &'static str,
    /// Higher ones bind more tightly.
    precedence: u8,
    pub(super) binary: Binary,
    pub(super) operands: Kind,
    pub(super) result: Kind,
}

const fn infix(
    sign: &'static str,
    precedence: u8,
    binary: Binary,
    operands: Kind,
    result: Kind,
) -> Infix {
    Infix { sign, precedence, binary, operands, result }
}

/// The operator that groups from the right.
pub(super) const POWER: &str = "**";

/// Operators between two operands.
pub(super) const INFIX: [Infix; 14] = [
    infix("+", 5, Binary::Add, Kind::Number, Kind::Number),
    infix("-", 5, Binary::Subtract, Kind::Number, Kind::Number),
    infix("*", 6, Binary::Multiply, Kind::Number, Kind::Number),
    infix("/", 6, Binary::Divide, Kind::Number, Kind::Number),
    infix("%", 6, Binary::Remainder, Kind::Number, Kind::Number),
    infix(POWER, 7, Binary::Power, Kind::Number, Kind::Number),
    infix("<", 4, Binary::Less, Kind::Number, Kind::Truth),
    infix("<=", 4, Binary::LessOrEqual, Kind::Number, Kind::Truth),
    infix(">", 4, Binary::Greater, Kind::Number, Kind::Truth),
    infix(">=", 4, Binary::GreaterOrEqual, Kind::Number, Kind::Truth),
    infix("==", 3, Binary::Equal, Kind::Number, Kind::Truth),
    infix("!=", 3, Binary::NotEqual, Kind::Number, Kind::Truth),
    infix("&&", 2, Binary::And, Kind::Truth, Kind::Truth),
    infix("||", 1, Binary::Or, Kind::Truth, Kind::Truth),
];

/// Functions of two or more numbers.
pub(super) const FOLDS: [(&str, Binary); 2] = [("min", Binary::Min), ("max", Binary::Max)];

/// How tightly an operator binds its operands; an unknown one binds least.
pub(super) fn precedence(sign: &str) -> u8 {
    let known = INFIX.iter().find(|infix| infix.sign == sign);
    known.map_or(0, |infix| infix.precedence)
}

/// The message for an operator or function that does not exist, what is expected, and advice.
pub(super) fn unknown(name: &str) -> (String, String, Option<String>) {
    let is_word = |known: &&str| known.starts_with(|first: char| first.is_alphabetic());
    let (what, known): (_, Vec<&str>) = if is_word(&name) {
        let folds = FOLDS.iter().map(|(known, _)| *known);
        let functions = folds.chain(UNARY.iter().map(|(known, ..)| *known));
        ("function", functions.filter(is_word).collect())
    } else {
        ("operator", INFIX.iter().map(|infix| infix.sign).collect())
    };
    let label = format!("expected {}", alternatives(&known));
    let help = match name {
        "^" | "pow" => Some("a power is written `a ** b`".to_owned()),
        "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "**=" => {
            Some("compare by `==`; give a name by `let NAME = …;`".to_owned())
        }
        _ => nearest(name, known).map(|guess| format!("did you mean `{guess}`?")),
    };
    (format!("unknown {what} `{name}`"), label, help)
}
