//! The grammar of expressions: from a text to its syntax tree.

use std::ops::Range;

use winnow::Parser;
use winnow::combinator::{alt, cut_err, delimited, eof, fail, opt, peek, repeat};
use winnow::error::ErrMode;
use winnow::stream::Stream;
use winnow::token::{one_of, take_till};

use super::error::ExpressionError;
use super::syntax::{Block, MAX_DEPTH, Node, Operator, Statement, Syntax};
use super::syntax_error::{Problem, SyntaxError};
use super::tokens::{
    FOREIGN_WORDS, Input, KEYWORDS, Parsed, blank, input, number, operator, refuse, token,
    token_at, word,
};
use super::words::{POWER, precedence};

/// Parses a text as the statements of a block.
pub(super) fn parse(text: &str) -> Result<Block, ExpressionError> {
    let end = eof.context("an operator, `;` or the end");
    let statements = delimited(blank, statements, cut_err(end)).parse_next(&mut input(text));
    let span = 0..text.trim_end().len();
    let block = |statements| Block { statements, span };
    statements.map(block).map_err(|error| {
        let error = error.into_inner().expect("the text is complete");
        let token = token_at(text, error.offset);
        error.into_expression_error(text, token)
    })
}

/// Parses a part within another one, unless it is too deep.
fn nested<'t, T>(
    input: &mut Input<'t>,
    parser: impl FnOnce(&mut Input<'t>) -> Parsed<T>,
) -> Parsed<T> {
    if input.state == MAX_DEPTH {
        return Err(refuse(input, Problem::TooDeep));
    }
    input.state += 1;
    let result = parser(input);
    input.state -= 1;
    result
}

/// A single character and its bytes.
fn sign<'t>(sign: char) -> impl Parser<Input<'t>, Range<usize>, ErrMode<SyntaxError>> {
    token(sign).map(|(_, span)| span)
}

fn keyword<'t>(keyword: &str) -> impl Parser<Input<'t>, Range<usize>, ErrMode<SyntaxError>> {
    token(word.verify(move |found: &str| found == keyword)).map(|(_, span)| span)
}

/// Statements with `;` between them, up to a `}` or the end.
fn statements(input: &mut Input<'_>) -> Parsed<Vec<Statement>> {
    let mut statements = Vec::new();
    loop {
        repeat::<_, _, (), _, _>(0.., sign(';')).parse_next(input)?;
        if input.is_empty() || input.starts_with('}') {
            return Ok(statements);
        }
        statements.push(match opt(definition).parse_next(input)? {
            Some(definition) => definition,
            None => Statement::Value(expression(input, 0)?),
        });
        if opt(sign(';')).parse_next(input)?.is_none() {
            return Ok(statements);
        }
    }
}

/// A statement `let NAME = VALUE`, without its `;`.
fn definition(input: &mut Input<'_>) -> Parsed<Statement> {
    let span = alt((keyword("let"), keyword("const"))).parse_next(input)?;
    let is_free = |name: &str| !KEYWORDS.contains(&name) && !FOREIGN_WORDS.contains(&name);
    let mut name = cut_err(token(word.verify(is_free)).context("a name"));
    let (name, _) = name.parse_next(input)?;
    cut_err(sign('=').context("`=`")).parse_next(input)?;
    let value = expression(input, 0).map_err(ErrMode::cut)?;
    Ok(Statement::Let(name.to_owned(), value, span))
}

/// Operands and the operators between them whose precedence is not below a floor.
fn expression(input: &mut Input<'_>, floor: u8) -> Parsed<Node> {
    nested(input, |input| {
        let first = operand(input)?;
        let mut rest = Vec::new();
        let is_strong = |(sign, _): &(&str, _)| precedence(sign) >= floor;
        while let Some((sign, span)) = opt(token(operator).verify(is_strong)).parse_next(input)? {
            // Powers group from the right, the others from the left.
            let floor = precedence(sign) + u8::from(sign != POWER);
            let right = expression(input, floor).map_err(ErrMode::cut)?;
            let sign = sign.to_owned();
            rest.push((Operator { sign, span }, right));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let span = rest[rest.len() - 1].0.span.clone();
        let syntax = Syntax::Chain(Box::new(first), rest);
        Ok(Node { syntax, span })
    })
}

/// A value without operators after it.
fn operand(input: &mut Input<'_>) -> Parsed<Node> {
    match input.chars().next() {
        Some('a'..='z' | 'A'..='Z' | '_') => named(input),
        Some('-' | '+' | '!') => prefixed(input),
        Some('(') => bracketed(input),
        Some('{') => {
            let block = block(input)?;
            let span = block.span.clone();
            let syntax = Syntax::Block(block);
            Ok(Node { syntax, span })
        }
        _ => literal(input),
    }
}

/// A number or a text.
fn literal(input: &mut Input<'_>) -> Parsed<Node> {
    let literal = alt((number, quoted)).context("a value");
    let (syntax, span) = token(literal).parse_next(input)?;
    Ok(Node { syntax, span })
}

/// A sign and its operand. A sign is part of a literal number.
fn prefixed(input: &mut Input<'_>) -> Parsed<Node> {
    let (sign, span) = token(one_of(['-', '+', '!'])).parse_next(input)?;
    let operand = nested(input, operand).map_err(ErrMode::cut)?;
    let syntax = match (sign, operand.syntax) {
        ('+', number @ (Syntax::Integer(_) | Syntax::Float(_))) => number,
        ('-', Syntax::Float(value)) => Syntax::Float(-value),
        ('-', Syntax::Integer(value)) => match value.checked_neg() {
            Some(negative) => Syntax::Integer(negative),
            None => Syntax::Float(-(value as f64)),
        },
        (sign, syntax) => {
            let span = operand.span;
            Syntax::Call(sign.to_string(), vec![Node { syntax, span }])
        }
    };
    Ok(Node { syntax, span })
}

fn bracketed(input: &mut Input<'_>) -> Parsed<Node> {
    sign('(').parse_next(input)?;
    let inner = expression(input, 0).map_err(ErrMode::cut)?;
    cut_err(sign(')').context("an operator or `)`")).parse_next(input)?;
    match inner.syntax {
        Syntax::Name(name) => called(input, name, inner.span),
        _ => Ok(inner),
    }
}

fn block(input: &mut Input<'_>) -> Parsed<Block> {
    let span = sign('{').context("`{`").parse_next(input)?;
    let statements = statements(input).map_err(ErrMode::cut)?;
    cut_err(sign('}').context("an operator, `;` or `}`")).parse_next(input)?;
    Ok(Block { statements, span })
}

/// Text between quotes, which a later error names in full.
fn quoted(input: &mut Input<'_>) -> Parsed<Syntax> {
    let quote = one_of(['\'', '"', '`']).parse_next(input)?;
    let text = (take_till(0.., quote), opt(quote));
    text.value(Syntax::Text).parse_next(input)
}

/// A part that starts with a word: a name, a call, `if`, `true` or `false`.
fn named(input: &mut Input<'_>) -> Parsed<Node> {
    let start = input.checkpoint();
    let (word, span) = token(word).parse_next(input)?;
    let syntax = match word {
        "if" => conditional(input)?,
        "true" => Syntax::Truth(true),
        "false" => Syntax::Truth(false),
        _ if FOREIGN_WORDS.contains(&word) => {
            input.reset(&start);
            return Err(refuse(input, Problem::ForeignWord));
        }
        _ if KEYWORDS.contains(&word) => {
            input.reset(&start);
            return fail.context("a value").parse_next(input);
        }
        name => return called(input, name.to_owned(), span),
    };
    Ok(Node { syntax, span })
}

/// A name, or a call if arguments follow it. `f!(x)` and `(f)(x)` are `f(x)` too.
fn called(input: &mut Input<'_>, name: String, span: Range<usize>) -> Parsed<Node> {
    let syntax = match opt(arguments).parse_next(input)? {
        Some(arguments) => Syntax::Call(name, arguments),
        None => Syntax::Name(name),
    };
    Ok(Node { syntax, span })
}

/// The arguments of a call in their brackets; a comma can follow the last one.
fn arguments(input: &mut Input<'_>) -> Parsed<Vec<Node>> {
    (opt(sign('!')), sign('(')).parse_next(input)?;
    let mut arguments = Vec::new();
    while opt(sign(')')).parse_next(input)?.is_none() {
        arguments.push(expression(input, 0).map_err(ErrMode::cut)?);
        if opt(sign(',')).parse_next(input)?.is_none() {
            cut_err(sign(')').context("an operator, `,` or `)`")).parse_next(input)?;
            break;
        }
    }
    Ok(arguments)
}

/// The rest of a conditional, after the word `if`.
fn conditional(input: &mut Input<'_>) -> Parsed<Syntax> {
    let condition = expression(input, 0).map_err(ErrMode::cut)?;
    let yes = cut_err(block).parse_next(input)?;
    if opt(keyword("else")).parse_next(input)?.is_none() {
        return Ok(Syntax::If(Box::new(condition), yes, None));
    }
    let no = match opt(peek(keyword("if"))).parse_next(input)? {
        Some(span) => Block { statements: vec![Statement::Value(nested(input, named)?)], span },
        None => cut_err(block).parse_next(input)?,
    };
    Ok(Syntax::If(Box::new(condition), yes, Some(no)))
}
