//! The steps by which an expression is computed.

use std::borrow::Cow;
use std::ops::Range;

use super::column::Column;

/// One operation on the values of earlier steps, which are named by their
/// numbers. Truths are numbers: 1 and 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operation {
    Constant(f64),
    /// The variable at this index of the list of variables.
    Variable(usize),
    /// The parameter at this index of the list of parameters.
    Parameter(usize),
    Unary(Unary, usize),
    Binary(Binary, usize, usize),
    /// A condition, the value if it holds, and the value if it does not.
    Choose(usize, usize, usize),
}

/// An operation on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Negate,
    Not,
    Abs,
    SquareRoot,
    Exponential,
    Logarithm,
    Floor,
}

/// An operation on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    Min,
    Max,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
    And,
    Or,
}

/// An operation and the text that it stands for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) operation: Operation,
    pub(super) span: Range<usize>,
}

/// A checked expression: steps in their order, of which the last one has the value.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    steps: Vec<Step>,
    /// The last step that uses each step.
    last_uses: Vec<usize>,
}

impl Operation {
    /// The steps that it works on.
    fn operands(self) -> impl Iterator<Item = usize> {
        let operands = match self {
            Self::Constant(_) | Self::Variable(_) | Self::Parameter(_) => [None; 3],
            Self::Unary(_, a) => [Some(a), None, None],
            Self::Binary(_, a, b) => [Some(a), Some(b), None],
            Self::Choose(condition, yes, no) => [Some(condition), Some(yes), Some(no)],
        };
        operands.into_iter().flatten()
    }

    /// The operation with its steps renumbered.
    fn renumbered(self, numbers: &[usize]) -> Self {
        match self {
            Self::Unary(unary, a) => Self::Unary(unary, numbers[a]),
            Self::Binary(binary, a, b) => Self::Binary(binary, numbers[a], numbers[b]),
            Self::Choose(condition, yes, no) => {
                Self::Choose(numbers[condition], numbers[yes], numbers[no])
            }
            leaf => leaf,
        }
    }
}

impl Expression {
    /// The steps that a result needs, of those that were compiled.
    pub(super) fn new(steps: &[Step], result: usize) -> Self {
        let mut is_needed = vec![false; result + 1];
        is_needed[result] = true;
        for index in (0..=result).rev() {
            if is_needed[index] {
                for operand in steps[index].operation.operands() {
                    is_needed[operand] = true;
                }
            }
        }
        let mut numbers = vec![0; result + 1];
        let mut needed: Vec<Step> = Vec::new();
        for (index, step) in steps[..=result].iter().enumerate() {
            if is_needed[index] {
                numbers[index] = needed.len();
                needed.push(Step {
                    operation: step.operation.renumbered(&numbers),
                    span: step.span.clone(),
                });
            }
        }
        let mut last_uses = vec![needed.len(); needed.len()];
        for (index, step) in needed.iter().enumerate() {
            for operand in step.operation.operands() {
                last_uses[operand] = index;
            }
        }
        Self { steps: needed, last_uses }
    }

    /// The text that a step stands for.
    pub(super) fn span(&self, step: usize) -> Range<usize> {
        self.steps[step].span.clone()
    }

    /// Whether the value depends on the parameter with this index.
    pub fn uses_parameter(&self, index: usize) -> bool {
        let parameter = Operation::Parameter(index);
        self.steps.iter().any(|step| step.operation == parameter)
    }

    /// The values for all rows, from those of the variables and the parameters.
    ///
    /// # Panics
    /// If a variable or a parameter has no value.
    pub fn values(&self, variables: &[Column], parameters: &[f64]) -> Column {
        let mut columns: Vec<Option<Cow<'_, Column>>> = Vec::with_capacity(self.steps.len());
        for (index, step) in self.steps.iter().enumerate() {
            let column = |step: usize| columns[step].as_deref().expect("it is used later");
            let value = match step.operation {
                Operation::Constant(value) => Cow::Owned(Column::constant(value)),
                Operation::Variable(index) => Cow::Borrowed(&variables[index]),
                Operation::Parameter(index) => Cow::Owned(Column::constant(parameters[index])),
                Operation::Unary(unary, a) => Cow::Owned(unary.of_column(column(a))),
                Operation::Binary(binary, a, b) => {
                    Cow::Owned(binary.of_columns(column(a), column(b)))
                }
                Operation::Choose(condition, yes, no) => {
                    Cow::Owned(column(condition).choose(column(yes), column(no)))
                }
            };
            columns.push(Some(value));
            // A column of all rows is half a megabyte.
            for operand in step.operation.operands() {
                if self.last_uses[operand] == index {
                    columns[operand] = None;
                }
            }
        }
        let result = columns.pop().flatten();
        result.expect("a program has a step").into_owned()
    }

    /// The values of all steps for one row.
    pub(super) fn values_of_row(
        &self,
        variables: &[Column],
        parameters: &[f64],
        row: usize,
    ) -> Vec<f64> {
        let mut values: Vec<f64> = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            values.push(match step.operation {
                Operation::Constant(value) => value,
                Operation::Variable(index) => variables[index].at(row),
                Operation::Parameter(index) => parameters[index],
                Operation::Unary(unary, a) => {
                    let operand = Column::constant(values[a]);
                    unary.of_column(&operand).at(0)
                }
                Operation::Binary(binary, a, b) => {
                    let operands = [values[a], values[b]].map(Column::constant);
                    binary.of_columns(&operands[0], &operands[1]).at(0)
                }
                Operation::Choose(condition, yes, no) => {
                    values[if values[condition] == 0.0 { no } else { yes }]
                }
            });
        }
        values
    }
}

impl Unary {
    fn of_column(self, a: &Column) -> Column {
        match self {
            Self::Negate => a.map(|a| -a),
            Self::Not => a.map(|a| 1.0 - a),
            Self::Abs => a.map(f64::abs),
            Self::SquareRoot => a.map(f64::sqrt),
            Self::Exponential => a.map(libm::exp),
            Self::Logarithm => a.map(libm::log),
            Self::Floor => a.map(f64::floor),
        }
    }
}

impl Binary {
    // Each operation has a loop of its own, for the compiler to unroll.
    fn of_columns(self, a: &Column, b: &Column) -> Column {
        match self {
            Self::Add => a.zip(b, |a, b| a + b),
            Self::Subtract => a.zip(b, |a, b| a - b),
            Self::Multiply | Self::And => a.zip(b, |a, b| a * b),
            Self::Divide => a.zip(b, |a, b| a / b),
            Self::Remainder => a.zip(b, |a, b| a % b),
            Self::Power => a.zip(b, libm::pow),
            Self::Min => a.zip(b, |a, b| if b < a || b.is_nan() { b } else { a }),
            Self::Max | Self::Or => a.zip(b, |a, b| if b > a || b.is_nan() { b } else { a }),
            Self::Less => a.zip(b, |a, b| truth(a < b)),
            Self::LessOrEqual => a.zip(b, |a, b| truth(a <= b)),
            Self::Greater => a.zip(b, |a, b| truth(a > b)),
            Self::GreaterOrEqual => a.zip(b, |a, b| truth(a >= b)),
            Self::Equal => a.zip(b, |a, b| truth(is_equal(a, b))),
            Self::NotEqual => a.zip(b, |a, b| truth(!is_equal(a, b))),
        }
    }
}

fn truth(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

#[allow(clippy::float_cmp, reason = "it is what the expression asks for")]
fn is_equal(a: f64, b: f64) -> bool {
    a == b
}
