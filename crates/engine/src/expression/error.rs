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

impl ExpressionError {
    pub(super) fn new(
        span: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
        help: Option<&str>,
    ) -> Self {
        let (message, label) = (message.into(), label.into());
        Self { span, message, label, help: help.map(str::to_owned) }
    }
}
