//! From the text of an expression to its steps.

use std::ops::Range;

use super::error::ExpressionError;
use super::parse::parse;
use super::program::{Expression, Function, Operation, Step};
use super::suggest::{alternatives, nearest};
use super::syntax::{Block, Node, Operator, Statement, Syntax};
use super::words::{FOLDS, INFIX, Kind, UNARY, unknown};

/// A bound on the time and memory that one expression takes.
const MAX_STEPS: usize = 500;

/// The value of a step.
#[derive(Clone, Copy, Debug)]
struct Value {
    step: usize,
    kind: Kind,
}

impl Expression {
    /// Reads a text; variables and parameters are known by these names.
    ///
    /// # Errors
    /// All errors of meaning, or the first one of syntax, with their places
    /// in the text.
    pub fn parse(
        text: &str,
        variables: &[&str],
        parameters: &[String],
    ) -> Result<Self, Vec<ExpressionError>> {
        let tree = parse(text).map_err(|error| vec![error])?;
        let mut compiler = Compiler { variables, parameters, ..Compiler::default() };
        let mut result = compiler.block(&tree);
        if let Some(Value { step, kind: Kind::Truth }) = result {
            let span = compiler.steps[step].span.clone();
            let label = "expected a number, found true or false";
            let help = "write `if … { 1 } else { 0 }`";
            result = compiler.wrong(&span, "an expression must be a number", label, Some(help));
        }
        match result {
            Some(value) if compiler.errors.is_empty() => Ok(Self::new(&compiler.steps, value.step)),
            _ => Err(compiler.errors),
        }
    }
}

#[derive(Default)]
struct Compiler<'t> {
    variables: &'t [&'t str],
    parameters: &'t [String],
    /// Names given by `let`, without a value where there was an error.
    locals: Vec<(&'t str, Option<Value>)>,
    steps: Vec<Step>,
    /// Whether a step was left out.
    is_too_long: bool,
    errors: Vec<ExpressionError>,
}

impl<'t> Compiler<'t> {
    /// The value of a block's last statement.
    fn block(&mut self, block: &'t Block) -> Option<Value> {
        let Some((last, others)) = block.statements.split_last() else {
            let label = "expected an expression, found nothing";
            return self.wrong(&block.span, "there is no expression", label, None);
        };
        let outer = self.locals.len();
        for statement in others {
            match statement {
                Statement::Let(name, value, _) => {
                    let value = self.value(value);
                    self.locals.push((name, value));
                }
                Statement::Value(node) => {
                    let label = "expected `let NAME = …;` before the last expression";
                    let help = "an expression is one value; give a name to it, or remove it";
                    self.wrong(&node.span, "this has no effect", label, Some(help));
                }
            }
        }
        let value = match last {
            Statement::Value(node) => self.value(node),
            Statement::Let(_, _, span) => {
                let label = "expected an expression after it";
                self.wrong(span, "`let` is no value", label, None)
            }
        };
        self.locals.truncate(outer);
        value
    }

    fn value(&mut self, node: &'t Node) -> Option<Value> {
        let span = &node.span;
        match &node.syntax {
            Syntax::Truth(truth) => {
                let value = f64::from(u8::from(*truth));
                self.step(Operation::Constant(value), &[], Kind::Truth, span)
            }
            // Beyond 2^53 to the nearest float, like any number.
            Syntax::Integer(integer) => {
                self.step(Operation::Constant(*integer as f64), &[], Kind::Number, span)
            }
            Syntax::Float(value) if value.is_finite() => {
                self.step(Operation::Constant(*value), &[], Kind::Number, span)
            }
            Syntax::Float(_) => {
                let label = "expected a number of at most 1.7e308";
                self.wrong(span, "this number is too large", label, None)
            }
            Syntax::Text => {
                let label = "expected a number, found text";
                self.wrong(span, "text is no value", label, None)
            }
            Syntax::Name(name) => self.named(name, span),
            Syntax::Chain(first, rest) => {
                let mut value = self.value(first);
                let mut left = &first.span;
                for (operator, right) in rest {
                    value = self.infix(value, left, operator, right);
                    left = &operator.span;
                }
                value
            }
            Syntax::Call(sign, operand) if sign == "+" => {
                self.value_of_kind(&operand[0], Kind::Number)
            }
            Syntax::Call(name, arguments) => self.call(name, arguments, span),
            Syntax::If(condition, yes, no) => self.choice(condition, yes, no.as_ref(), span),
            Syntax::Block(block) => self.block(block),
        }
    }

    fn value_of_kind(&mut self, node: &'t Node, kind: Kind) -> Option<Value> {
        let value = self.value(node)?;
        self.checked(value, kind, &node.span)
    }

    /// The value, if it is of a kind.
    fn checked(&mut self, value: Value, kind: Kind, span: &Range<usize>) -> Option<Value> {
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
        self.wrong(span, message, label, Some(help))
    }

    fn choice(
        &mut self,
        condition: &'t Node,
        yes: &'t Block,
        no: Option<&'t Block>,
        span: &Range<usize>,
    ) -> Option<Value> {
        let condition = self.value_of_kind(condition, Kind::Truth);
        let yes = self.block(yes);
        let Some(no) = no else {
            let help = "add `else { … }`: every row needs a value";
            let label = "expected `else`, found none";
            return self.wrong(span, "`if` without `else`", label, Some(help));
        };
        let no = self.block(no);
        let (condition, yes, no) = (condition?, yes?, no?);
        if yes.kind != no.kind {
            let (yes, no) = (yes.kind.in_words(), no.kind.in_words());
            let label = format!("expected the same of both, found {yes} and {no}");
            return self.wrong(span, "`if` of two kinds", label, None);
        }
        let operands = [condition.step, yes.step, no.step];
        self.step(Operation::Choose, &operands, yes.kind, span)
    }

    fn named(&mut self, name: &str, span: &Range<usize>) -> Option<Value> {
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

    /// The value of an operator between the value at a place and an operand.
    fn infix(
        &mut self,
        left: Option<Value>,
        left_span: &Range<usize>,
        operator: &Operator,
        right: &'t Node,
    ) -> Option<Value> {
        let known = INFIX.iter().find(|(sign, ..)| *sign == operator.sign);
        let Some(&(name, _, apply, operands, result)) = known else {
            // Its errors are reported all the same.
            self.value(right);
            let (message, label, help) = unknown(&operator.sign);
            return self.wrong(&operator.span, message, label, help.as_deref());
        };
        let left = left.and_then(|left| self.checked(left, operands, left_span));
        let right = self.value_of_kind(right, operands);
        let operation = Operation::Binary(Function { name, apply });
        self.step(operation, &[left?.step, right?.step], result, &operator.span)
    }

    /// The value of a function or of an operator before its operand.
    fn call(&mut self, name: &str, arguments: &'t [Node], span: &Range<usize>) -> Option<Value> {
        let unary = UNARY.iter().find(|(known, ..)| *known == name);
        if let (Some(&(name, apply, kind)), [argument]) = (unary, arguments) {
            let argument = self.value_of_kind(argument, kind)?;
            let operation = Operation::Unary(Function { name, apply });
            return self.step(operation, &[argument.step], kind, span);
        }
        let fold = FOLDS.iter().find(|(known, _)| *known == name);
        if let (Some(&(name, apply)), [_, _, ..]) = (fold, arguments) {
            let operation = Operation::Binary(Function { name, apply });
            return self.fold(operation, arguments, span);
        }
        for argument in arguments {
            // Its errors are reported all the same.
            self.value(argument);
        }
        if unary.is_none() && fold.is_none() {
            let (message, label, help) = unknown(name);
            return self.wrong(span, message, label, help.as_deref());
        }
        let expected = if fold.is_some() { "two or more" } else { "one" };
        let label = format!("expected {expected}, found {}", arguments.len());
        self.wrong(span, format!("wrong number of values for `{name}`"), label, None)
    }

    /// An operation on two or more numbers, from the left.
    fn fold(
        &mut self,
        operation: Operation,
        operands: &'t [Node],
        span: &Range<usize>,
    ) -> Option<Value> {
        let values: Vec<Option<Value>> =
            operands.iter().map(|operand| self.value_of_kind(operand, Kind::Number)).collect();
        let mut values = values.into_iter();
        let first = values.next()?;
        values.try_fold(first?, |before, value| {
            self.step(operation, &[before.step, value?.step], Kind::Number, span)
        })
    }

    /// Adds a step, or finds the one that does the same.
    fn step(
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

    /// Reports an error; a wrong part has no value.
    fn wrong(
        &mut self,
        span: &Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
        help: Option<&str>,
    ) -> Option<Value> {
        self.errors.push(ExpressionError {
            span: span.clone(),
            message: message.into(),
            label: label.into(),
            help: help.map(str::to_owned),
        });
        None
    }
}
