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
