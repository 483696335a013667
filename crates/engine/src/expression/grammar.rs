//! The grammar of expressions: a text is read token by token, and its parts are compiled as they
//! are found.

use std::ops::Range;

use super::compile::{Parser, Value};
use super::program::{Expression, Operation};
use super::tokens::{Token, TokenKind};
use super::words::{
    BINARY, Compiled, ExpressionError, KEYWORDS, Kind, POWER, precedence, unknown, wrong,
};

/// The most expressions within each other. It bounds the use of the stack.
const MAX_DEPTH: usize = 128;

impl Expression {
    /// Reads a text; variables and parameters are known by these names.
    ///
    /// # Errors
    /// The first error, with its place in the text.
    pub fn parse(
        text: &str,
        variables: &[&str],
        parameters: &[String],
    ) -> Result<Self, ExpressionError> {
        Self::of_kind(Kind::Number, text, variables, parameters)
    }

    /// Reads a condition, whose value is 1 where it holds and else 0; parameters are known by these names.
    ///
    /// # Errors
    /// The first error, with its place in the text.
    pub fn parse_condition(text: &str, parameters: &[String]) -> Result<Self, ExpressionError> {
        Self::of_kind(Kind::Truth, text, &[], parameters)
    }

    fn of_kind(
        kind: Kind,
        text: &str,
        variables: &[&str],
        parameters: &[String],
    ) -> Result<Self, ExpressionError> {
        let (token, locals, steps) = (Token::from(text, 0), Vec::new(), Vec::new());
        let mut parser = Parser { text, token, depth: 0, variables, parameters, locals, steps };
        let whole = 0..text.trim_end().len();
        let value = parser.statements("", "an operator, `;` or the end", &whole)?;
        let step = value.of_kind(kind)?;
        Ok(Self::new(parser.steps, step))
    }
}

impl<'t> Parser<'t> {
    /// Takes the next token.
    fn next(&mut self) -> Token<'t> {
        let after = Token::from(self.text, self.token.span().end);
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
    fn expect(&mut self, text: &str, expected: &str) -> Compiled<Token<'t>> {
        if self.token.text == text { Ok(self.next()) } else { self.token.unlike(expected) }
    }

    /// Reads a part within another one, unless it is too deep.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Compiled<T>) -> Compiled<T> {
        if self.depth == MAX_DEPTH {
            let label = format!("expected at most {MAX_DEPTH} levels of brackets and operators");
            let help = Some("give names to parts of it by `let NAME = …;`");
            let message = "this expression is too deep";
            return wrong(&self.token.span(), message, label, help);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Statements with `;` between them, and what closes them; `expected` names all that can stand
    /// there. Their value is that of the last; `span` is the place where there are none.
    fn statements(&mut self, close: &str, expected: &str, span: &Range<usize>) -> Compiled<Value> {
        let outer = self.locals.len();
        let mut last: Option<Value> = None;
        loop {
            while self.take(";") {}
            if matches!(self.token.text, "" | "}") {
                break;
            }
            if let Some(Value { span, .. }) = &last {
                let label = "expected `let NAME = …;` before the last expression";
                let help = "an expression is one value; give a name to it, or remove it";
                return wrong(span, "this has no effect", label, Some(help));
            }
            last = if self.take("let") {
                self.definition()?;
                None
            } else {
                Some(self.expression(0)?)
            };
            if !self.take(";") {
                break;
            }
        }
        self.expect(close, expected)?;
        self.locals.truncate(outer);
        last.map_or_else(
            || {
                let label = "expected an expression after all `let`, found nothing";
                wrong(span, "there is no expression", label, None)
            },
            Ok,
        )
    }

    /// The rest of a statement `let NAME = VALUE`, without its `;`.
    fn definition(&mut self) -> Compiled<()> {
        let name = self.token;
        if name.kind != TokenKind::Word || KEYWORDS.contains(&name.text) {
            return name.unlike("a name");
        }
        self.next();
        self.expect("=", "`=`")?;
        let value = self.expression(0)?;
        self.locals.push((name.text, value));
        Ok(())
    }

    /// Operands and the operators between them whose precedence is not below a floor.
    fn expression(&mut self, floor: u8) -> Compiled<Value> {
        self.nested(|parser| {
            let mut left = parser.operand()?;
            while parser.token.kind == TokenKind::Operator && precedence(parser.token.text) >= floor
            {
                left = parser.infix(left)?;
            }
            Ok(left)
        })
    }

    /// An operator after its left operand, and its right operand.
    fn infix(&mut self, left: Value) -> Compiled<Value> {
        let sign = self.next();
        // Powers group from the right, the others from the left.
        let floor = precedence(sign.text) + u8::from(sign.text != POWER);
        let right = self.expression(floor)?;
        match BINARY.iter().position(|(known, ..)| *known == sign.text) {
            Some(index) => self.fold(index, &[left, right], &sign.span()),
            None => unknown(sign.text, &sign.span()),
        }
    }

    /// A value without operators after it.
    fn operand(&mut self) -> Compiled<Value> {
        match (self.token.kind, self.token.text) {
            (TokenKind::Word, _) => self.named(),
            (TokenKind::Number, _) => self.number(),
            (_, "-" | "+" | "!") => self.prefixed(),
            (_, "(") => {
                self.next();
                let inner = self.expression(0)?;
                self.expect(")", "an operator or `)`")?;
                Ok(inner)
            }
            (_, "{") => self.block(),
            _ => self.token.unlike("a value"),
        }
    }

    fn number(&mut self) -> Compiled<Value> {
        let token = self.next();
        let span = token.span();
        let number = token.text.parse::<f64>().ok().filter(|number| number.is_finite());
        let Some(number) = number else {
            let expected = "one like `3`, `0.5` or `1e3`, of at most 1.7e308";
            let label = format!("expected {expected}, found {}", token.in_words());
            return wrong(&span, "this is not a number", label, None);
        };
        self.step(Operation::Constant(number.to_bits()), &[], Kind::Number, span)
    }

    /// A sign and its operand.
    fn prefixed(&mut self) -> Compiled<Value> {
        let sign = self.next();
        let operand = self.nested(Self::operand)?;
        match sign.text {
            "+" => Ok(Value { step: operand.of_kind(Kind::Number)?, span: sign.span(), ..operand }),
            name => self.call(name, &[operand], sign.span()),
        }
    }

    fn block(&mut self) -> Compiled<Value> {
        let span = self.expect("{", "`{`")?.span();
        let value = self.statements("}", "an operator, `;` or `}`", &span)?;
        Ok(Value { span, ..value })
    }

    /// A part that starts with a word: a name, a call, `if`, `true` or `false`.
    fn named(&mut self) -> Compiled<Value> {
        let word = self.next();
        let span = word.span();
        match word.text {
            "if" => self.conditional(span),
            "true" | "false" => {
                let truth = f64::from(u8::from(word.text == "true"));
                self.step(Operation::Constant(truth.to_bits()), &[], Kind::Truth, span)
            }
            text if KEYWORDS.contains(&text) => word.unlike("a value"),
            name if self.take("(") => {
                let arguments = self.arguments()?;
                self.call(name, &arguments, span)
            }
            name => self.value_of(name, span),
        }
    }

    /// The rest of a call, after its `(`.
    fn arguments(&mut self) -> Compiled<Vec<Value>> {
        let mut arguments = Vec::new();
        while !self.take(")") {
            arguments.push(self.expression(0)?);
            if !self.take(",") {
                self.expect(")", "an operator, `,` or `)`")?;
                break;
            }
        }
        Ok(arguments)
    }

    /// The value of a conditional, after the word `if`.
    fn conditional(&mut self, span: Range<usize>) -> Compiled<Value> {
        let condition = self.expression(0)?;
        let yes = self.block()?;
        self.expect("else", "`else { … }`, since every row needs a value")?;
        let no = if self.token.text == "if" { self.nested(Self::named)? } else { self.block()? };
        let condition = condition.of_kind(Kind::Truth)?;
        let operands = [condition, yes.step, no.of_kind(yes.kind)?];
        self.step(Operation::Choose, &operands, yes.kind, span)
    }
}
