//! From the text of an expression to its steps.
//!
//! The parser's syntax tree is that of a whole scripting language. A few of
//! its parts are known here: numbers, names, operators, calls of functions,
//! `let`, and `if` with `else`; the rest is reported.

use std::sync::LazyLock;

use rhai::{Engine, Expr, FnCallExpr, Position, Stmt};

use super::program::{Binary, Operation, Program, Step};
use super::syntax::{DEEPEST, span, syntax_mistake};
use super::words::{BINARY, FOLDS, Kind, UNARY, quoted, unknown};
use crate::expression::mistake::{Mistake, list, nearest};

/// Longer ones would take a long time, and much memory.
const MAX_STEPS: usize = 500;

/// The value of a step.
#[derive(Clone, Copy, Debug)]
struct Value {
    step: usize,
    kind: Kind,
}

/// Compiles a text; all mistakes of meaning, or the first one of syntax.
pub(super) fn compile(
    text: &str,
    variables: &[&str],
    parameters: &[String],
) -> Result<Program, Vec<Mistake>> {
    static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
        let mut engine = Engine::new_raw();
        engine.set_max_expr_depths(DEEPEST);
        engine
    });
    let mut compiler = Compiler {
        text,
        variables,
        parameters,
        locals: Vec::new(),
        steps: Vec::new(),
        mistakes: Vec::new(),
    };
    let tree = ENGINE.compile(text);
    let tree = tree.map_err(|error| vec![syntax_mistake(text, &error)])?;
    let result = compiler.block(tree.statements(), Position::START);
    if let Some(value) = result
        && value.kind == Kind::Truth
    {
        let span = compiler.steps[value.step].span.clone();
        let label = "expected a number, found true or false";
        compiler.mistakes.push(
            Mistake::new(span, "an expression must be a number", label)
                .help("write `if … { 1 } else { 0 }`"),
        );
    }
    match result {
        Some(value) if compiler.mistakes.is_empty() => {
            Ok(Program::new(&compiler.steps, value.step))
        }
        _ => Err(compiler.mistakes),
    }
}

struct Compiler<'t> {
    text: &'t str,
    variables: &'t [&'t str],
    parameters: &'t [String],
    /// Names given by `let`; no value where there was a mistake.
    locals: Vec<(String, Option<Value>)>,
    steps: Vec<Step>,
    mistakes: Vec<Mistake>,
}

impl Compiler<'_> {
    /// The value of statements: that of the last one.
    fn block(&mut self, statements: &[Stmt], position: Position) -> Option<Value> {
        let Some((last, others)) = statements.split_last() else {
            let label = "expected an expression, found nothing";
            self.report(position, "there is no expression", label, None);
            return None;
        };
        let outer = self.locals.len();
        for statement in others {
            if let Stmt::Var(definition, ..) = statement {
                let value = self.value(&definition.1);
                self.locals.push((definition.0.name.to_string(), value));
            } else {
                let label = "expected `let NAME = …;` before the last expression";
                let help = "an expression is one value; give a name to it, or remove it";
                self.report(
                    statement.position(),
                    "this has no effect",
                    label,
                    Some(help.to_owned()),
                );
            }
        }
        let value = self.statement(last);
        self.locals.truncate(outer);
        value
    }

    fn statement(&mut self, statement: &Stmt) -> Option<Value> {
        let position = statement.position();
        match statement {
            Stmt::Expr(expression) => self.value(expression),
            Stmt::FnCall(call, _) => self.call(call, position),
            Stmt::Block(block) => self.block(block.statements(), position),
            Stmt::If(parts, _) => {
                let condition = self.value_of_kind(&parts.expr, Kind::Truth);
                let yes = self.block(parts.body.statements(), parts.body.position());
                if parts.branch.is_empty() {
                    let help = "add `else { … }`: every row needs a value";
                    let label = "expected `else`, found none";
                    self.report(
                        position,
                        "`if` without `else`",
                        label,
                        Some(help.to_owned()),
                    );
                    return None;
                }
                let no = self.block(parts.branch.statements(), parts.branch.position());
                let (condition, yes, no) = (condition?, yes?, no?);
                if yes.kind != no.kind {
                    let (yes, no) = (yes.kind.in_words(), no.kind.in_words());
                    let label = format!("expected the same of both, found {yes} and {no}");
                    self.report(position, "`if` of two kinds", label, None);
                    return None;
                }
                let operation = Operation::Choose(condition.step, yes.step, no.step);
                self.step(operation, yes.kind, position)
            }
            Stmt::Var(..) => {
                let label = "expected an expression after it";
                self.report(position, "`let` is no value", label, None);
                None
            }
            Stmt::Assignment(_) => {
                let help = "compare by `==`; give a name by `let NAME = …;`";
                let label = "expected an expression";
                let message = "nothing can be assigned";
                self.report(position, message, label, Some(help.to_owned()));
                None
            }
            _ => {
                self.report_foreign(position);
                None
            }
        }
    }

    fn value(&mut self, expression: &Expr) -> Option<Value> {
        let position = expression.position();
        match expression {
            Expr::BoolConstant(truth, _) => {
                let value = f64::from(u8::from(*truth));
                self.step(Operation::Constant(value), Kind::Truth, position)
            }
            Expr::IntegerConstant(integer, _) => {
                // Beyond 2^53 to the nearest float, like any number.
                self.step(Operation::Constant(*integer as f64), Kind::Number, position)
            }
            Expr::FloatConstant(float, _) => {
                let value: f64 = **float;
                if !value.is_finite() {
                    let label = "expected a number of at most 1.7e308";
                    self.report(position, "this number is too large", label, None);
                    return None;
                }
                self.step(Operation::Constant(value), Kind::Number, position)
            }
            Expr::Variable(variable, ..) => self.named(variable.1.as_str(), position),
            Expr::FnCall(call, _) => self.call(call, position),
            Expr::Stmt(block) => self.block(block.statements(), position),
            Expr::And(operands, _) => self.fold(Binary::And, Kind::Truth, operands, position),
            Expr::Or(operands, _) => self.fold(Binary::Or, Kind::Truth, operands, position),
            Expr::StringConstant(..) | Expr::CharConstant(..) | Expr::InterpolatedString(..) => {
                let label = "expected a number, found text";
                self.report(position, "text is no value", label, None);
                None
            }
            _ => {
                self.report_foreign(position);
                None
            }
        }
    }

    fn value_of_kind(&mut self, expression: &Expr, kind: Kind) -> Option<Value> {
        let value = self.value(expression)?;
        if value.kind == kind {
            return Some(value);
        }
        let (expected, found) = (kind.in_words(), value.kind.in_words());
        let help = match kind {
            Kind::Truth => "compare: for example `empty > 0`",
            Kind::Number => "write `if … { 1 } else { 0 }`; join comparisons by `&&`",
        };
        self.report(
            expression.position(),
            format!("this must be {expected}"),
            format!("expected {expected}, found {found}"),
            Some(help.to_owned()),
        );
        None
    }

    fn named(&mut self, name: &str, position: Position) -> Option<Value> {
        let local = self.locals.iter().rfind(|(local, _)| local == name);
        if let Some((_, value)) = local {
            return *value;
        }
        if let Some(index) = self.variables.iter().position(|known| *known == name) {
            return self.step(Operation::Variable(index), Kind::Number, position);
        }
        if let Some(index) = self.parameters.iter().position(|known| known == name) {
            return self.step(Operation::Parameter(index), Kind::Number, position);
        }
        let locals = self.locals.iter().map(|(name, _)| name.as_str());
        let parameters = self.parameters.iter().map(String::as_str);
        let known: Vec<&str> = self
            .variables
            .iter()
            .copied()
            .chain(parameters)
            .chain(locals)
            .collect();
        let label = format!("expected {}", list(&quoted(&known), "or"));
        let help = nearest(name, known).map_or_else(
            || "a number to be tuned is one of the term's `parameters`".to_owned(),
            |guess| format!("did you mean `{guess}`?"),
        );
        self.report(
            position,
            format!("unknown name `{name}`"),
            label,
            Some(help),
        );
        None
    }

    fn call(&mut self, call: &FnCallExpr, position: Position) -> Option<Value> {
        let name = call.name.as_str();
        let arguments = call.args.as_slice();
        if let ("+", [argument]) = (name, arguments) {
            return self.value_of_kind(argument, Kind::Number);
        }
        let unary = UNARY.iter().find(|(known, ..)| *known == name);
        if let (Some(&(_, unary, kind)), [argument]) = (unary, arguments) {
            let argument = self.value_of_kind(argument, kind)?;
            return self.step(Operation::Unary(unary, argument.step), kind, position);
        }
        let binary = BINARY.iter().find(|(known, ..)| *known == name);
        if let (Some(&(_, binary, kind)), [a, b]) = (binary, arguments) {
            let a = self.value_of_kind(a, Kind::Number);
            let b = self.value_of_kind(b, Kind::Number);
            let operation = Operation::Binary(binary, a?.step, b?.step);
            return self.step(operation, kind, position);
        }
        let fold = FOLDS.iter().find(|(known, _)| *known == name);
        if let (Some(&(_, fold)), [_, _, ..]) = (fold, arguments) {
            return self.fold(fold, Kind::Number, arguments, position);
        }
        for argument in arguments {
            // For the mistakes in it.
            self.value(argument);
        }
        if unary.is_some() || fold.is_some() {
            let expected = if fold.is_some() { "two or more" } else { "one" };
            let label = format!("expected {expected}, found {}", arguments.len());
            let message = format!("wrong number of values for `{name}`");
            self.report(position, message, label, None);
        } else {
            let (message, label, help) = unknown(name);
            self.report(position, message, label, help);
        }
        None
    }

    /// An operation over two values or more, from the left.
    fn fold(
        &mut self,
        binary: Binary,
        kind: Kind,
        operands: &[Expr],
        position: Position,
    ) -> Option<Value> {
        let values: Vec<Option<Value>> = operands
            .iter()
            .map(|operand| self.value_of_kind(operand, kind))
            .collect();
        let mut result: Option<Value> = None;
        for value in values {
            result = match result {
                None => Some(value?),
                Some(before) => {
                    let operation = Operation::Binary(binary, before.step, value?.step);
                    Some(self.step(operation, kind, position)?)
                }
            };
        }
        result
    }

    /// Adds a step, or finds the one that does the same.
    fn step(&mut self, operation: Operation, kind: Kind, position: Position) -> Option<Value> {
        let known = self
            .steps
            .iter()
            .position(|step| step.operation == operation);
        if let Some(step) = known {
            return Some(Value { step, kind });
        }
        if self.steps.len() == MAX_STEPS {
            let label = format!("expected at most {MAX_STEPS} different steps");
            let help = "divide it into several terms";
            self.report(
                position,
                "this expression is too long",
                label,
                Some(help.to_owned()),
            );
            return None;
        }
        let span = span(self.text, position);
        self.steps.push(Step { operation, span });
        Some(Value {
            step: self.steps.len() - 1,
            kind,
        })
    }

    fn report_foreign(&mut self, position: Position) {
        let help = "an expression is made of numbers, names, operators, functions, `let`, \
                    and `if` with `else`";
        let label = "expected an expression";
        let message = "this is not part of the language";
        self.report(position, message, label, Some(help.to_owned()));
    }

    fn report(
        &mut self,
        position: Position,
        message: impl Into<String>,
        label: impl Into<String>,
        help: Option<String>,
    ) {
        let mistake = Mistake::new(span(self.text, position), message, label);
        self.mistakes.push(Mistake { help, ..mistake });
    }
}
