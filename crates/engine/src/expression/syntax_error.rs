//! The place where a text does not follow the grammar, and how to say so.

use std::ops::Range;

use winnow::error::{AddContext, ParserError};
use winnow::stream::{Location, Stream};

use super::error::ExpressionError;
use super::syntax::MAX_DEPTH;

/// The first place where a text does not follow the grammar.
#[derive(Clone, Debug)]
pub(super) struct SyntaxError {
    pub(super) offset: usize,
    pub(super) problem: Problem,
}

/// The way in which a text does not follow the grammar.
#[derive(Clone, Copy, Debug)]
pub(super) enum Problem {
    /// The parser of a token failed; its callers know what it stands for.
    Unexpected,
    Expected(&'static str),
    MalformedNumber,
    ForeignWord,
    TooDeep,
}

impl SyntaxError {
    /// The message for a text with this error, given the bytes of the token at its place.
    pub(super) fn into_expression_error(self, text: &str, token: Range<usize>) -> ExpressionError {
        let found = match &text[token.clone()] {
            "" => "the end".to_owned(),
            token => format!("`{}`", token.escape_debug()),
        };
        let (message, label, help) = match self.problem {
            Problem::Unexpected => {
                ("this is not an expression", format!("unexpected {found}"), None)
            }
            Problem::Expected(expected) => {
                let is_point = found == "`.`";
                let help = is_point.then_some("a number has a digit before its point: `0.5`");
                let label = format!("expected {expected}, found {found}");
                ("this is not an expression", label, help)
            }
            Problem::MalformedNumber => {
                let label =
                    format!("expected a number like `3`, `0.5`, `1e3` or `0x1f`, found {found}");
                ("this is not a number", label, None)
            }
            Problem::ForeignWord => {
                let help = "an expression is made of numbers, names, operators, functions, `let`, \
                            and `if` with `else`";
                let label = format!("expected an expression, found {found}");
                ("this is not part of the language", label, Some(help))
            }
            Problem::TooDeep => {
                let label =
                    format!("expected at most {MAX_DEPTH} levels of brackets and operators");
                let help = "give names to parts of it by `let NAME = …;`";
                ("this expression is too deep", label, Some(help))
            }
        };
        ExpressionError {
            span: token,
            message: message.to_owned(),
            label,
            help: help.map(str::to_owned),
        }
    }
}

impl<I: Stream + Location> ParserError<I> for SyntaxError {
    type Inner = Self;

    fn from_input(input: &I) -> Self {
        Self { offset: input.current_token_start(), problem: Problem::Unexpected }
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
}

impl<I: Stream> AddContext<I> for SyntaxError {
    fn add_context(self, _: &I, _: &I::Checkpoint, expected: &'static str) -> Self {
        match self.problem {
            Problem::Unexpected => Self { problem: Problem::Expected(expected), ..self },
            _ => self,
        }
    }
}
