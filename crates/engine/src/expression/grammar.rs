//! The grammar of expressions: a text is read token by token, and its parts are compiled as they
//! are found.

use std::ops::Range;

use super::compile::{Compiler, Part, Value};
use super::error::ExpressionError;
use super::program::{Expression, Operation};
use super::tokens::{Number, Token, TokenKind};
use super::words::{FOREIGN_WORDS, INFIX, KEYWORDS, Kind, POWER, precedence};

/// The most expressions within each other. It bounds the use of the stack.
const MAX_DEPTH: usize = 128;

type Parsed<T> = Result<T, ExpressionError>;

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
        let mut compiler = Compiler::new(variables, parameters);
        let mut parser =
            Parser { text, token: Token::from(text, 0), depth: 0, compiler: &mut compiler };
        let mut result = parser.whole().map_err(|error| vec![error])?;
        if let Some(Value { step, kind: Kind::Truth }) = result {
            let label = "expected a number, found true or false";
            let help = "write `if … { 1 } else { 0 }`";
            let span = compiler.steps[step].span.clone();
            result = compiler.wrong(&span, "an expression must be a number", label, Some(help));
        }
        compiler.finish(result)
    }
}

/// A text that is being read.
struct Parser<'t, 'c> {
    text: &'t str,
    /// The next token.
    token: Token<'t>,
    /// The number of expressions that enclose it.
    depth: usize,
    compiler: &'c mut Compiler<'t>,
}

impl<'t> Parser<'t, '_> {
    fn after(&self, token: Token<'t>) -> Token<'t> {
        Token::from(self.text, token.span().end)
    }

    /// Takes the next token.
    fn next(&mut self) -> Token<'t> {
        let after = self.after(self.token);
        std::mem::replace(&mut self.token, after)
    }

    /// Takes the next token if it is this one.
    fn take(&mut self, text: &str) -> bool {
        let is_next = self.token.text == text;
        if is_next {
            self.next();
        }
        is_next
    }

    /// Takes the next token, which must be this one; `expected` names all that can stand there.
    fn expect(&mut self, text: &str, expected: &str) -> Parsed<Token<'t>> {
        if self.token.text == text { Ok(self.next()) } else { Err(self.token.unlike(expected)) }
    }

    /// Reads a part within another one, unless it is too deep.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            let label = format!("expected at most {MAX_DEPTH} levels of brackets and operators");
            let help = Some("give names to parts of it by `let NAME = …;`");
            let message = "this expression is too deep";
            return Err(ExpressionError::new(self.token.span(), message, label, help));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// The text as the statements of a block.
    fn whole(&mut self) -> Parsed<Option<Value>> {
        let value = self.statements(&(0..self.text.trim_end().len()))?;
        self.expect("", "an operator, `;` or the end")?;
        Ok(value)
    }

    /// Statements with `;` between them, up to a `}` or the end. Their value is that of the last;
    /// `span` is the place where there are none.
    fn statements(&mut self, span: &Range<usize>) -> Parsed<Option<Value>> {
        let outer = self.compiler.locals.len();
        let mut last = None;
        loop {
            while self.take(";") {}
            if matches!(self.token.text, "" | "}") {
                break;
            }
            if let Some(Part { span, is_definition: false, .. }) = &last {
                let label = "expected `let NAME = …;` before the last expression";
                let help = "an expression is one value; give a name to it, or remove it";
                self.compiler.wrong(span, "this has no effect", label, Some(help));
            }
            last = Some(match self.token.text {
                "let" | "const" => self.definition()?,
                _ => self.expression(0)?,
            });
            if !self.take(";") {
                break;
            }
        }
        self.compiler.locals.truncate(outer);
        let (span, message, label) = match &last {
            Some(Part { value, is_definition: false, .. }) => return Ok(*value),
            Some(Part { span, .. }) => {
                (span, "`let` is no value", "expected an expression after it")
            }
            None => (span, "there is no expression", "expected an expression, found nothing"),
        };
        Ok(self.compiler.wrong(span, message, label, None))
    }

    /// A statement `let NAME = VALUE`, without its `;`.
    fn definition(&mut self) -> Parsed<Part> {
        let span = self.next().span();
        let name = self.token;
        if !is_name(name) {
            return Err(name.unlike("a name"));
        }
        self.next();
        self.expect("=", "`=`")?;
        let value = self.expression(0)?.value;
        self.compiler.locals.push((name.text, value));
        Ok(Part { is_definition: true, ..Part::new(None, span) })
    }

    /// Operands and the operators between them whose precedence is not below a floor.
    fn expression(&mut self, floor: u8) -> Parsed<Part> {
        self.nested(|parser| {
            let mut left = parser.operand()?;
            while parser.token.kind == TokenKind::Operator && precedence(parser.token.text) >= floor
            {
                left = parser.infix(&left)?;
            }
            Ok(left)
        })
    }

    /// An operator after its left operand, and its right operand.
    fn infix(&mut self, left: &Part) -> Parsed<Part> {
        let sign = self.next();
        // Powers group from the right, the others from the left.
        let floor = precedence(sign.text) + u8::from(sign.text != POWER);
        let known = INFIX.iter().position(|(known, ..)| *known == sign.text);
        let Some(index) = known else {
            self.expression(floor)?;
            return Ok(Part::new(self.compiler.unknown(sign.text, &sign.span()), sign.span()));
        };
        let (.., operands, result) = INFIX[index];
        let left = self.compiler.of_kind(left, operands);
        let right = self.expression(floor)?;
        let right = self.compiler.of_kind(&right, operands);
        let step = |(left, right): (Value, Value)| {
            self.compiler.step(
                Operation::Infix(index),
                &[left.step, right.step],
                result,
                &sign.span(),
            )
        };
        Ok(Part::new(left.zip(right).and_then(step), sign.span()))
    }

    /// A value without operators after it.
    fn operand(&mut self) -> Parsed<Part> {
        let token = self.token;
        match (token.kind, token.text) {
            (TokenKind::Word, _) => self.named(),
            (TokenKind::Number, _) => self.number(),
            (TokenKind::Text, _) => {
                let span = self.next().span();
                let label = "expected a number, found text";
                let value = self.compiler.wrong(&span, "text is no value", label, None);
                Ok(Part::new(value, span))
            }
            (_, "-" | "+" | "!") => self.prefixed(),
            (_, "(") => self.bracketed(),
            (_, "{") => self.block(),
            _ => Err(token.unlike("a value")),
        }
    }

    fn number(&mut self) -> Parsed<Part> {
        let token = self.next();
        let Some(number) = Number::of(token.text) else {
            let (message, found) = ("this is not a number", token.in_words());
            let label =
                format!("expected a number like `3`, `0.5`, `1e3` or `0x1f`, found {found}");
            return Err(ExpressionError::new(token.span(), message, label, None));
        };
        if number.value.is_finite() {
            return Ok(self.literal(number, token));
        }
        let label = "expected a number of at most 1.7e308";
        let value = self.compiler.wrong(&token.span(), "this number is too large", label, None);
        Ok(Part::new(value, token.span()))
    }

    fn literal(&mut self, number: Number, token: Token<'t>) -> Part {
        let constant = Operation::Constant(number.value.to_bits());
        let value = self.compiler.step(constant, &[], Kind::Number, &token.span());
        Part { number: Some(number), ..Part::new(value, token.span()) }
    }

    /// A sign and its operand. A sign is part of a literal number.
    fn prefixed(&mut self) -> Parsed<Part> {
        let sign = self.next();
        let operand = self.nested(Self::operand)?;
        let value = match (sign.text, operand.number) {
            ("+", Some(number)) => return Ok(self.literal(number, sign)),
            ("-", Some(number)) => return Ok(self.literal(number.negated(), sign)),
            ("+", None) => self.compiler.of_kind(&operand, Kind::Number),
            (name, _) => self.compiler.call(name, &[operand], &sign.span()),
        };
        Ok(Part::new(value, sign.span()))
    }

    fn bracketed(&mut self) -> Parsed<Part> {
        if let Some((name, after)) = self.name_in_brackets() {
            self.token = after;
            return self.called(name.text, name.span());
        }
        self.next();
        let inner = self.expression(0)?;
        self.expect(")", "an operator or `)`")?;
        Ok(inner)
    }

    /// A name that stands alone in brackets, and the token after them: `(f)(x)` is `f(x)` too.
    fn name_in_brackets(&self) -> Option<(Token<'t>, Token<'t>)> {
        let (mut name, mut open) = (self.token, 0);
        while name.text == "(" && open < MAX_DEPTH {
            (name, open) = (self.after(name), open + 1);
        }
        let mut after = self.after(name);
        for _ in 0..open {
            after = (after.text == ")").then(|| self.after(after))?;
        }
        is_name(name).then_some((name, after))
    }

    fn block(&mut self) -> Parsed<Part> {
        let span = self.expect("{", "`{`")?.span();
        let value = self.statements(&span)?;
        self.expect("}", "an operator, `;` or `}`")?;
        Ok(Part::new(value, span))
    }

    /// A part that starts with a word: a name, a call, `if`, `true` or `false`.
    fn named(&mut self) -> Parsed<Part> {
        let word = self.next();
        let span = word.span();
        match word.text {
            "if" => self.conditional(span),
            "true" | "false" => {
                let truth = f64::from(u8::from(word.text == "true"));
                let constant = Operation::Constant(truth.to_bits());
                Ok(Part::new(self.compiler.step(constant, &[], Kind::Truth, &span), span))
            }
            text if FOREIGN_WORDS.contains(&text) => {
                let label = format!("expected an expression, found {}", word.in_words());
                let help = "an expression is made of numbers, names, operators, functions, `let`, \
                            and `if` with `else`";
                let message = "this is not part of the language";
                Err(ExpressionError::new(span, message, label, Some(help)))
            }
            text if KEYWORDS.contains(&text) => Err(word.unlike("a value")),
            name => self.called(name, span),
        }
    }

    /// A name, or a call if arguments follow it. `f!(x)` is `f(x)` too.
    fn called(&mut self, name: &str, span: Range<usize>) -> Parsed<Part> {
        if self.token.text == "!" && self.after(self.token).text == "(" {
            self.next();
        }
        if !self.take("(") {
            return Ok(Part::new(self.compiler.named(name, &span), span));
        }
        let mut arguments = Vec::new();
        while !self.take(")") {
            arguments.push(self.expression(0)?);
            if !self.take(",") {
                self.expect(")", "an operator, `,` or `)`")?;
                break;
            }
        }
        Ok(Part::new(self.compiler.call(name, &arguments, &span), span))
    }

    /// The rest of a conditional, after the word `if`.
    fn conditional(&mut self, span: Range<usize>) -> Parsed<Part> {
        let condition = self.expression(0)?;
        let condition = self.compiler.of_kind(&condition, Kind::Truth);
        let yes = self.block()?.value;
        if !self.take("else") {
            let help = "add `else { … }`: every row needs a value";
            let label = "expected `else`, found none";
            let value = self.compiler.wrong(&span, "`if` without `else`", label, Some(help));
            return Ok(Part::new(value, span));
        }
        let no = if self.token.text == "if" { self.nested(Self::named)? } else { self.block()? };
        let value = self.compiler.choice(condition, yes, no.value, &span);
        Ok(Part::new(value, span))
    }
}

fn is_name(token: Token<'_>) -> bool {
    let is_taken = KEYWORDS.contains(&token.text) || FOREIGN_WORDS.contains(&token.text);
    token.kind == TokenKind::Word && !is_taken
}
