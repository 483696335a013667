//! The syntax tree of an expression.

use std::ops::Range;

/// The most expressions within each other. It bounds the use of the stack.
pub(super) const MAX_DEPTH: usize = 128;

/// A part of an expression.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) syntax: Syntax,
    /// The bytes of its name, number, sign or keyword.
    pub(super) span: Range<usize>,
}

/// The content of a part of an expression.
#[derive(Clone, Debug)]
pub(super) enum Syntax {
    /// A number without a point or an exponent. Its zero has no sign.
    Integer(i64),
    Float(f64),
    Truth(bool),
    /// A quoted text, which no expression can use.
    Text,
    Name(String),
    /// Operators that apply one after the other: each takes the value so far and its operand.
    /// Operators of higher precedence are chains within the operands.
    Chain(Box<Node>, Vec<(Operator, Node)>),
    /// A function by its name and its arguments, or a sign before its operand.
    Call(String, Vec<Node>),
    /// A condition, its block, and what follows `else`.
    If(Box<Node>, Block, Option<Block>),
    Block(Block),
}

/// An operator between two operands, perhaps an unknown one.
#[derive(Clone, Debug)]
pub(super) struct Operator {
    pub(super) sign: String,
    pub(super) span: Range<usize>,
}

/// The statements between braces, or those of the whole text.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) statements: Vec<Statement>,
    /// The bytes of its opening brace.
    pub(super) span: Range<usize>,
}

/// A part of a block.
#[derive(Clone, Debug)]
pub(super) enum Statement {
    /// A name, its value, and the bytes of the keyword.
    Let(String, Node, Range<usize>),
    Value(Node),
}
