//! The steps by which an expression is computed.

use std::borrow::Cow;

use super::column::Column;
use super::words::{BINARY, UNARY};

/// One operation on the values of earlier steps. Truths are numbers: 1 and 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operation {
    /// A number by its bits: 0 and -0 are two.
    Constant(u64),
    /// The variable at this index of the list of variables.
    Variable(usize),
    /// The parameter at this index of the list of parameters.
    Parameter(usize),
    /// The operator or function at this index of [`UNARY`].
    Unary(usize),
    /// The operator or function at this index of [`BINARY`].
    Binary(usize),
    /// The value of `if`: of a condition and two values, the first if it holds, else the second.
    Choose,
}

/// An operation and the numbers of the steps that it works on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) operation: Operation,
    pub(super) operands: Vec<usize>,
}

/// A checked expression: steps in their order, of which the last one has the value.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    steps: Vec<Step>,
    /// The last step that uses each step, itself for the value; `None` for a step that no value needs.
    last_uses: Vec<Option<usize>>,
}

impl Expression {
    /// The expression with the value of one of these steps.
    pub(super) fn new(mut steps: Vec<Step>, result: usize) -> Self {
        steps.truncate(result + 1);
        let mut last_uses = vec![None; steps.len()];
        last_uses[result] = Some(result);
        for (index, step) in steps.iter().enumerate().rev() {
            if last_uses[index].is_some() {
                for &operand in &step.operands {
                    last_uses[operand].get_or_insert(index);
                }
            }
        }
        Self { steps, last_uses }
    }

    /// Whether the value depends on the parameter with this index.
    pub fn uses_parameter(&self, index: usize) -> bool {
        let parameter = Operation::Parameter(index);
        let mut steps = self.steps.iter().zip(&self.last_uses);
        steps.any(|(step, last_use)| step.operation == parameter && last_use.is_some())
    }

    /// The values for all rows, from those of the variables and the parameters.
    ///
    /// # Panics
    /// If a variable or a parameter has no value.
    pub fn values(&self, variables: &[Column], parameters: &[f64]) -> Column {
        let mut columns: Vec<Option<Cow<'_, Column>>> = Vec::with_capacity(self.steps.len());
        for (index, step) in self.steps.iter().enumerate() {
            if self.last_uses[index].is_none() {
                columns.push(None);
                continue;
            }
            let column =
                |place: usize| columns[step.operands[place]].as_deref().expect("it is used later");
            let value = match step.operation {
                Operation::Constant(bits) => Cow::Owned(Column::constant(f64::from_bits(bits))),
                Operation::Variable(index) => Cow::Borrowed(&variables[index]),
                Operation::Parameter(index) => Cow::Owned(Column::constant(parameters[index])),
                Operation::Unary(index) => Cow::Owned(UNARY[index].1(column(0))),
                Operation::Binary(index) => Cow::Owned(BINARY[index].2(column(0), column(1))),
                Operation::Choose => Cow::Owned(column(0).choose(column(1), column(2))),
            };
            columns.push(Some(value));
            // A column of all rows is half a megabyte.
            for &operand in &step.operands {
                if self.last_uses[operand] == Some(index) {
                    columns[operand] = None;
                }
            }
        }
        let result = columns.pop().flatten();
        result.expect("a program has a step").into_owned()
    }
}
