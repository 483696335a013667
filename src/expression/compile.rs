//! From the text of an expression to its steps.
//!
//! The parser's syntax tree is that of a whole scripting language. A few of
//! its parts are known here: numbers, names, operators, calls of functions,
//! `let`, and `if` with `else`; the rest is reported.

use std::ops::Range;
use std::sync::LazyLock;

use rhai::{Engine, Expr, FnCallExpr, LexError, ParseError, ParseErrorType, Position, Stmt};

use super::program::{Binary, Operation, Program, Step, Unary};
use crate::diagnostics::{Mistake, list, nearest};

/// Deeper ones may not fit on a stack.
const DEEPEST: usize = 128;

/// Longer ones would take a long time, and much memory.
const MOST_STEPS: usize = 500;

/// What is known by an operator or a name, by how many values it takes.
const UNARY: [(&str, Unary, Kind); 7] = [
    ("-", Unary::Negate, Kind::Number),
    ("!", Unary::Not, Kind::Truth),
    ("abs", Unary::Abs, Kind::Number),
    ("sqrt", Unary::SquareRoot, Kind::Number),
    ("exp", Unary::Exponential, Kind::Number),
    ("log", Unary::Logarithm, Kind::Number),
    ("floor", Unary::Floor, Kind::Number),
];

/// With the kind of the result; all take numbers.
const BINARY: [(&str, Binary, Kind); 12] = [
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
const FOLDS: [(&str, Binary); 2] = [("min", Binary::Min), ("max", Binary::Max)];

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Truth,
}

impl Kind {
    fn in_words(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Truth => "true or false",
        }
    }
}

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
    let tree = tree.map_err(|error| vec![compiler.syntax_mistake(&error)])?;
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
            self.report_unknown_function(name, position);
        }
        None
    }

    fn report_unknown_function(&mut self, name: &str, position: Position) {
        let is_word = |known: &&str| known.starts_with(|first: char| first.is_alphabetic());
        let folds = FOLDS.iter().map(|(known, _)| *known);
        let functions = folds.chain(UNARY.iter().map(|(known, ..)| *known));
        let functions: Vec<&str> = functions.filter(is_word).collect();
        let (message, label, known) = if is_word(&name) {
            let label = format!("expected {}", list(&quoted(&functions), "or"));
            (format!("unknown function `{name}`"), label, functions)
        } else {
            let operators = BINARY.iter().map(|(known, ..)| *known);
            let operators: Vec<&str> = operators.chain(["&&", "||", "!"]).collect();
            let label = format!("expected {}", list(&quoted(&operators), "or"));
            (format!("unknown operator `{name}`"), label, operators)
        };
        let help = match name {
            "^" | "pow" => Some("a power is written `a ** b`".to_owned()),
            _ => nearest(name, known).map(|guess| format!("did you mean `{guess}`?")),
        };
        self.report(position, message, label, help);
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
        if self.steps.len() == MOST_STEPS {
            let label = format!("expected at most {MOST_STEPS} different steps");
            let help = "divide it into several terms";
            self.report(
                position,
                "this expression is too long",
                label,
                Some(help.to_owned()),
            );
            return None;
        }
        let span = self.span(position);
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
        let mistake = Mistake::new(self.span(position), message, label);
        self.mistakes.push(Mistake { help, ..mistake });
    }

    fn syntax_mistake(&self, error: &ParseError) -> Mistake {
        let span = self.span(error.position());
        let message = "this is not an expression";
        match error.err_type() {
            ParseErrorType::UnexpectedEOF => {
                Mistake::new(span, message, "expected more, found the end")
            }
            ParseErrorType::ExprTooDeep => {
                let label = format!("expected at most {DEEPEST} levels of brackets and operators");
                Mistake::new(span, "this expression is too deep", label)
                    .help("give names to parts of it by `let NAME = …;`")
            }
            ParseErrorType::BadInput(LexError::UnexpectedInput(found)) if found == "." => {
                Mistake::new(span, message, "unexpected `.`")
                    .help("a number has digits on both sides of its point")
            }
            other => {
                // The parser's words, in the manner of the others.
                let words = other.to_string().replace('\'', "`");
                let mut letters = words.chars();
                let first = letters.next().map(|first| first.to_lowercase().to_string());
                let words = first.unwrap_or_default() + letters.as_str();
                Mistake::new(span, message, words.replace("expecting", "expected"))
            }
        }
    }

    /// The bytes of the name, number or sign at a position.
    fn span(&self, position: Position) -> Range<usize> {
        let (Some(line), column) = (position.line(), position.position().unwrap_or(1)) else {
            return 0..self.text.len();
        };
        let lines = self.text.split_inclusive('\n');
        let start: usize = lines.take(line - 1).map(str::len).sum();
        let rest = &self.text[start..];
        let offset = rest.char_indices().nth(column - 1);
        let start = start + offset.map_or(rest.trim_end().len(), |(offset, _)| offset);
        let rest = &self.text[start..];
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let is_sign = |c: char| c.is_ascii_punctuation() && !"(){}[];,_\"'`".contains(c);
        let length_of =
            |is_in: &dyn Fn(char) -> bool| rest.find(|c: char| !is_in(c)).unwrap_or(rest.len());
        let length = match rest.chars().next() {
            None => 0,
            Some(first) if first.is_ascii_digit() => length_of(&|c| is_word(c) || c == '.'),
            Some(first) if is_word(first) => length_of(&is_word),
            // A sign before a number or a name is one of its own.
            Some('-' | '+' | '!') if !rest[1..].starts_with(['=', '-', '+']) => 1,
            Some(first) if is_sign(first) => length_of(&is_sign),
            Some(first) => first.len_utf8(),
        };
        start..start + length
    }
}

fn quoted(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("`{name}`")).collect()
}
