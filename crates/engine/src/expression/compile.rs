//! The steps of an expression, found part by part, and errors of its meaning.

use std::ops::Range;

use super::error::ExpressionError;
use super::program::{Expression, Operation, Step};
use super::words::{BINARY, Kind, UNARY, alternatives, nearest, unknown};

/// A bound on the time and memory that one expression takes.
const MAX_STEPS: usize = 500;

/// The value of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) step: usize,
    pub(super) kind: Kind,
}

/// A part of an expression.
pub(super) struct Part {
    /// Its value, unless it is wrong.
    pub(super) value: Option<Value>,
    /// The bytes of its name, number, sign or keyword.
    pub(super) span: Range<usize>,
}

/// The steps that were found so far, and what names mean.
pub(super) struct Compiler<'t> {
    variables: &'t [&'t str],
    parameters: &'t [String],
    /// Names given by `let`, without a value where there was an error.
    pub(super) locals: Vec<(&'t str, Option<Value>)>,
    pub(super) steps: Vec<Step>,
    /// Whether a step was left out.
    is_too_long: bool,
    errors: Vec<ExpressionError>,
}

impl<'t> Compiler<'t> {
    pub(super) fn new(variables: &'t [&'t str], parameters: &'t [String]) -> Self {
        let (locals, steps, errors) = (Vec::new(), Vec::new(), Vec::new());
        Self { variables, parameters, locals, steps, is_too_long: false, errors }
    }

    /// The expression with this value, if nothing was wrong.
    pub(super) fn finish(self, result: Option<Value>) -> Result<Expression, Vec<ExpressionError>> {
        match result {
            Some(value) if self.errors.is_empty() => Ok(Expression::new(&self.steps, value.step)),
            _ => Err(self.errors),
        }
    }

    /// The value of a part, if it is of a kind.
    pub(super) fn of_kind(&mut self, part: &Part, kind: Kind) -> Option<Value> {
        let value = part.value?;
        if value.kind == kind {
            return Some(value);
        }
        let (expected, found) = (kind.in_words(), value.kind.in_words());
        let help = match kind {
            Kind::Truth => "compare: for example `empty > 0`",
            Kind::Number => "write `if … { 1 } else { 0 }`; join comparisons by `&&`",
        };
        let message = format!("this must be {expected}");
        let label = format!("expected {expected}, found {found}");
        self.wrong(&part.span, message, label, Some(help))
    }

    /// The value of `if`.
    pub(super) fn choice(
        &mut self,
        condition: Option<Value>,
        yes: Option<Value>,
        no: Option<Value>,
        span: &Range<usize>,
    ) -> Option<Value> {
        let (condition, yes, no) = (condition?, yes?, no?);
        if yes.kind != no.kind {
            let (yes, no) = (yes.kind.in_words(), no.kind.in_words());
            let label = format!("expected the same of both, found {yes} and {no}");
            return self.wrong(span, "`if` of two kinds", label, None);
        }
        self.step(Operation::Choose, &[condition.step, yes.step, no.step], yes.kind, span)
    }

    /// The value of a name.
    pub(super) fn named(&mut self, name: &str, span: &Range<usize>) -> Option<Value> {
        let local = self.locals.iter().rfind(|(local, _)| *local == name);
        if let Some((_, value)) = local {
            return *value;
        }
        if let Some(index) = self.variables.iter().position(|known| *known == name) {
            return self.step(Operation::Variable(index), &[], Kind::Number, span);
        }
        if let Some(index) = self.parameters.iter().position(|known| known == name) {
            return self.step(Operation::Parameter(index), &[], Kind::Number, span);
        }
        let variables = self.variables.iter().copied();
        let parameters = self.parameters.iter().map(String::as_str);
        let locals = self.locals.iter().map(|(name, _)| *name);
        let known: Vec<&str> = variables.chain(parameters).chain(locals).collect();
        let label = format!("expected {}", alternatives(&known));
        let help = nearest(name, known).map_or_else(
            || "a number to be tuned is one of the term's `parameters`".to_owned(),
            |guess| format!("did you mean `{guess}`?"),
        );
        self.wrong(span, format!("unknown name `{name}`"), label, Some(&help))
    }

    /// The value of a function or of an operator before its operand.
    pub(super) fn call(
        &mut self,
        name: &str,
        arguments: &[Part],
        span: &Range<usize>,
    ) -> Option<Value> {
        let unary = UNARY.iter().position(|(known, ..)| *known == name);
        let binary = BINARY.iter().position(|(known, ..)| *known == name);
        match (unary, binary, arguments) {
            (Some(index), _, [argument]) => {
                let kind = UNARY[index].2;
                let argument = self.of_kind(argument, kind)?;
                self.step(Operation::Unary(index), &[argument.step], kind, span)
            }
            (_, Some(index), [_, _, ..]) => self.fold(index, arguments, span),
            (None, None, _) => self.unknown(name, span),
            (_, binary, _) => {
                let expected = if binary.is_some() { "two or more" } else { "one" };
                let label = format!("expected {expected}, found {}", arguments.len());
                self.wrong(span, format!("wrong number of values for `{name}`"), label, None)
            }
        }
    }

    /// The operator or function at an index of [`BINARY`] on two or more values, from the left.
    pub(super) fn fold(
        &mut self,
        index: usize,
        operands: &[Part],
        span: &Range<usize>,
    ) -> Option<Value> {
        let (.., kind, result) = BINARY[index];
        let values: Vec<Option<Value>> =
            operands.iter().map(|operand| self.of_kind(operand, kind)).collect();
        let mut values = values.into_iter();
        let first = values.next()?;
        values.try_fold(first?, |before, value| {
            self.step(Operation::Binary(index), &[before.step, value?.step], result, span)
        })
    }

    /// Adds a step, or finds the one that does the same.
    pub(super) fn step(
        &mut self,
        operation: Operation,
        operands: &[usize],
        kind: Kind,
        span: &Range<usize>,
    ) -> Option<Value> {
        let is_same = |step: &Step| step.operation == operation && step.operands == operands;
        if let Some(step) = self.steps.iter().position(is_same) {
            return Some(Value { step, kind });
        }
        if self.steps.len() == MAX_STEPS {
            if std::mem::replace(&mut self.is_too_long, true) {
                return None;
            }
            let label = format!("expected at most {MAX_STEPS} different steps");
            let help = "divide it into several terms";
            return self.wrong(span, "this expression is too long", label, Some(help));
        }
        self.steps.push(Step { operation, operands: operands.to_vec(), span: span.clone() });
        Some(Value { step: self.steps.len() - 1, kind })
    }

    /// Reports an operator or function that does not exist.
    pub(super) fn unknown(&mut self, name: &str, span: &Range<usize>) -> Option<Value> {
        let (message, label, help) = unknown(name);
        self.wrong(span, message, label, help.as_deref())
    }

    /// Reports an error; a wrong part has no value.
    pub(super) fn wrong(
        &mut self,
        span: &Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
        help: Option<&str>,
    ) -> Option<Value> {
        self.errors.push(ExpressionError::new(span.clone(), message, label, help));
        None
    }
}
