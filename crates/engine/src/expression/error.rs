//! Errors in the text of an expression.

use std::ops::Range;

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
