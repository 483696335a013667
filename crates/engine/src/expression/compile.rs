//! The steps of an expression, found part by part, and errors of its meaning.

use std::ops::Range;

use super::program::{Operation, Step};
use super::tokens::Token;
use super::words::{BINARY, Compiled, Kind, UNARY, alternatives, unknown, wrong};

/// A bound on the time and memory that one expression takes.
const MAX_STEPS: usize = 500;

/// The value of a part of an expression.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) step: usize,
    pub(super) kind: Kind,
    /// The bytes of the part's name, number, sign or keyword.
    pub(super) span: Range<usize>,
}

impl Value {
    /// The step of a value that must be of a kind.
    pub(super) fn of_kind(&self, kind: Kind) -> Compiled<usize> {
        if self.kind == kind {
            return Ok(self.step);
        }
        let (expected, found) = (kind.in_words(), self.kind.in_words());
        let help = match kind {
            Kind::Truth => "compare, as in `a > 0`",
            Kind::Number => "write `if … { 1 } else { 0 }`; join comparisons by `&&`",
        };
        let message = format!("this must be {expected}");
        let label = format!("expected {expected}, found {found}");
        wrong(&self.span, message, label, Some(help))
    }
}

/// A text that is being read, the steps that were found so far, and what names mean.
pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    /// The next token.
    pub(super) token: Token<'t>,
    /// The number of expressions that enclose it.
    pub(super) depth: usize,
    pub(super) variables: &'t [&'t str],
    pub(super) parameters: &'t [String],
    /// Names given by `let`.
    pub(super) locals: Vec<(&'t str, Value)>,
    pub(super) steps: Vec<Step>,
}

impl Parser<'_> {
    /// The value of a name.
    pub(super) fn value_of(&mut self, name: &str, span: Range<usize>) -> Compiled<Value> {
        let local = self.locals.iter().rfind(|(local, _)| *local == name);
        if let Some((_, value)) = local {
            return Ok(Value { span, ..value.clone() });
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
        let help = "a number to be tuned is one of the `parameters`";
        let help = (!self.variables.is_empty()).then_some(help);
        wrong(&span, format!("unknown name `{name}`"), label, help)
    }

    /// The value of a function or of an operator before its operand.
    pub(super) fn call(
        &mut self,
        name: &str,
        arguments: &[Value],
        span: Range<usize>,
    ) -> Compiled<Value> {
        let unary = UNARY.iter().position(|(known, ..)| *known == name);
        let binary = BINARY.iter().position(|(known, ..)| *known == name);
        match (unary, binary, arguments) {
            (Some(index), _, [argument]) => {
                let kind = UNARY[index].2;
                self.step(Operation::Unary(index), &[argument.of_kind(kind)?], kind, span)
            }
            (_, Some(index), [_, _, ..]) => self.fold(index, arguments, &span),
            (None, None, _) => unknown(name, &span),
            (_, binary, _) => {
                let expected = if binary.is_some() { "two or more" } else { "one" };
                let label = format!("expected {expected}, found {}", arguments.len());
                wrong(&span, format!("wrong number of values for `{name}`"), label, None)
            }
        }
    }

    /// The operator or function at an index of [`BINARY`] on two or more values, from the left.
    pub(super) fn fold(
        &mut self,
        index: usize,
        operands: &[Value],
        span: &Range<usize>,
    ) -> Compiled<Value> {
        let (.., kind, result) = BINARY[index];
        let mut value = operands[0].clone();
        let mut before = value.of_kind(kind)?;
        for operand in &operands[1..] {
            let steps = [before, operand.of_kind(kind)?];
            value = self.step(Operation::Binary(index), &steps, result, span.clone())?;
            before = value.step;
        }
        Ok(value)
    }

    /// Adds a step, or finds the one that does the same.
    pub(super) fn step(
        &mut self,
        operation: Operation,
        operands: &[usize],
        kind: Kind,
        span: Range<usize>,
    ) -> Compiled<Value> {
        let is_same = |step: &Step| step.operation == operation && step.operands == operands;
        let known = self.steps.iter().position(is_same);
        let step = known.unwrap_or(self.steps.len());
        if step == MAX_STEPS {
            let label = format!("expected at most {MAX_STEPS} different steps");
            let help = "divide it into several terms";
            return wrong(&span, "this expression is too long", label, Some(help));
        }
        if known.is_none() {
            self.steps.push(Step { operation, operands: operands.to_vec() });
        }
        Ok(Value { step, kind, span })
    }
}
