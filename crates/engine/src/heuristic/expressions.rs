//! Rows as expressions: terms that the user writes over the ranks of a row.
//!
//! The value of a row or column is Σ weight · expression over its terms, and the value of a
//! board the sum over its four rows and four columns. Expressions are evaluated while tables
//! are built, so that games run as fast as with [`rows`](super::rows).

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::limits::{MAX_TERM, MAX_VALUE, limited};
use super::row_tables::LineTables;
use super::rows::tiles_in_runs;
use super::weight_spec::WeightSpec;
use crate::expression::{Column, Expression, ExpressionError, Undefined};
use crate::game::per_row::{PerRow, per_row};

/// The name in files.
pub const NAME: &str = "expressions";

/// The value of a board in words.
pub const MEANING: &str = "A sum over rows and columns of terms that are written here.";

/// The numbers that expressions can read from a row, besides parameters: names and meanings.
pub const VARIABLES: [(&str, &str); 10] = [
    ("r0", "rank of the first cell: the left one of a row, the top one of a column"),
    ("r1", "rank of the second cell"),
    ("r2", "rank of the third cell"),
    ("r3", "rank of the fourth cell"),
    ("f0", "face of the first cell, 0 if it is empty"),
    ("f1", "face of the second cell"),
    ("f2", "face of the third cell"),
    ("f3", "face of the fourth cell"),
    ("empty", "number of empty cells"),
    ("merges", "number of tiles that stand beside an equal one, empty cells between them ignored"),
];

/// The values of the variables for all rows, in the order of [`VARIABLES`].
fn columns() -> &'static [Column] {
    static COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(|| {
        let face = |rank: u8| if rank == 0 { 0 } else { 1_u32 << rank };
        let ranks = (0..4).map(|cell| Column::of_cell(cell, f64::from));
        let faces = (0..4).map(|cell| Column::of_cell(cell, |rank| f64::from(face(rank))));
        let empty = |ranks: [u8; 4]| ranks.map(|rank| f64::from(u8::from(rank == 0)));
        let merges = |ranks: [u8; 4]| f64::from(tiles_in_runs(ranks));
        let counts = [Column::of_row(|ranks| empty(ranks).iter().sum()), Column::of_row(merges)];
        ranks.chain(faces).chain(counts).collect()
    });
    &COLUMNS
}

/// One term of a row's value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Term {
    /// The name, which is that of the weight.
    pub name: String,
    /// The text of the expression.
    #[serde(rename = "expression")]
    pub text: String,
    /// The names of the parameters.
    pub parameters: Vec<String>,
    #[serde(skip)]
    expression: Expression,
}

impl Term {
    /// Compiles a term from the text of its expression and the names of its parameters.
    ///
    /// # Errors
    /// The first error of the expression, with its place in the text.
    pub fn new(name: &str, text: &str, parameters: &[String]) -> Result<Self, ExpressionError> {
        let variables = VARIABLES.map(|(name, _)| name);
        Ok(Self {
            name: name.to_owned(),
            text: text.to_owned(),
            expression: Expression::parse(text, &variables, parameters)?,
            parameters: parameters.to_vec(),
        })
    }

    /// Whether the expression depends on the parameter with this index.
    pub fn uses_parameter(&self, index: usize) -> bool {
        self.expression.uses_parameter(index)
    }

    /// The first row for which the expression has no finite value.
    ///
    /// # Panics
    /// If there is not one value for each parameter.
    pub fn undefined(&self, parameters: &[f64]) -> Option<Undefined> {
        assert_eq!(parameters.len(), self.parameters.len());
        self.expression.undefined(columns(), parameters)
    }
}

/// A term as data: its name, the text of its expression and its parameters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TermData {
    name: String,
    expression: String,
    #[serde(default)]
    parameters: Vec<String>,
}

/// The terms of a heuristic and the list of its weights: for each term its
/// weight, then its parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<TermData>", into = "Vec<Term>")]
pub struct Expressions {
    terms: Vec<Term>,
    weights: Vec<WeightSpec>,
}

impl Expressions {
    /// The heuristic that sums these terms.
    pub fn new(terms: Vec<Term>) -> Self {
        let weights = terms.iter().flat_map(weights_of).collect();
        Self { terms, weights }
    }

    /// The terms, in order.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The weights and parameters, in the order of their values.
    pub fn weights(&self) -> &[WeightSpec] {
        &self.weights
    }

    /// The term that a weight multiplies; `None` for a parameter.
    pub(super) fn term_of(&self, weight: usize) -> Option<&str> {
        let name = &*self.weights[weight].name;
        self.terms.iter().any(|term| term.name == name).then_some(name)
    }

    pub(super) fn tables(&self, values: &[f64]) -> LineTables<1> {
        let (constant, values) = self.row_values(values);
        LineTables::new(constant, [values])
    }

    /// The key of each weight within the heuristic's table of a file.
    pub fn keys(&self) -> impl Iterator<Item = String> {
        self.terms.iter().flat_map(|term| {
            let weight = format!("{}.weight", term.name);
            let parameter = |name| format!("{}.parameters.{name}", term.name);
            std::iter::once(weight).chain(term.parameters.iter().map(parameter))
        })
    }

    /// Each term with its own values: of its weight, then of its parameters.
    pub fn terms_with<'v, T>(&self, values: &'v [T]) -> impl Iterator<Item = (&Term, &'v [T])> {
        let mut rest = values;
        self.terms.iter().map(move |term| {
            let (own, others) = rest.split_at(1 + term.parameters.len());
            rest = others;
            (term, own)
        })
    }

    /// The sum of the terms that are the same for all rows, and the value of each row
    /// without it: added to the values, a large constant would cost them their precision.
    ///
    /// Products beyond ±10^300 count as ±10^300, and those that are not a number as 0.
    ///
    /// # Panics
    /// If there is not one value for each weight.
    pub fn row_values(&self, values: &[f64]) -> (f64, PerRow<f32>) {
        assert_eq!(values.len(), self.weights.len());
        let mut constant = 0.0;
        let mut sums = vec![0.0; 65536];
        for (term, own) in self.terms_with(values) {
            let [weight, parameters @ ..] = own else { continue };
            if *weight == 0.0 {
                continue;
            }
            let column = term.expression.values(columns(), parameters);
            let part = |value: f64| {
                let product = weight * value;
                if product.is_nan() { 0.0 } else { limited(product, MAX_TERM) }
            };
            if let Some(value) = column.as_constant() {
                constant += part(value);
                continue;
            }
            for (sum, value) in sums.iter_mut().zip(column.of_rows().iter()) {
                *sum += part(*value);
            }
        }
        let values = per_row(|row| limited(sums[usize::from(row)], MAX_VALUE) as f32);
        (limited(constant, MAX_VALUE), values)
    }
}

impl From<Expressions> for Vec<Term> {
    fn from(expressions: Expressions) -> Self {
        expressions.terms
    }
}

impl TryFrom<Vec<TermData>> for Expressions {
    type Error = String;

    fn try_from(terms: Vec<TermData>) -> Result<Self, String> {
        let terms = terms.into_iter().map(|TermData { name, expression, parameters }| {
            let term = Term::new(&name, &expression, &parameters);
            term.map_err(|mistake| format!("term `{name}`: {mistake}"))
        });
        let expressions = Self::new(terms.collect::<Result<_, _>>()?);
        let mut names = HashSet::new();
        match expressions.weights.iter().find(|spec| !names.insert(&spec.name)) {
            Some(spec) => Err(format!("two weights are called `{}`, expected one", spec.name)),
            None => Ok(expressions),
        }
    }
}

/// The weight of a term and its parameters. They depend on their names only, so that a
/// file of weights has the same list as the search space that it comes from.
fn weights_of(term: &Term) -> Vec<WeightSpec> {
    let meaning = format!("Weight of the term {}.", term.name);
    let weight = WeightSpec::computed(term.name.clone(), 0.0, [-1_000.0, 1_000.0], meaning);
    let parameter = |parameter: &String| {
        let name = format!("{}-{}", term.name, parameter.replace('_', "-"));
        let meaning = format!("Parameter {parameter} of the term {}.", term.name);
        WeightSpec::computed(name, 1.0, [0.5, 6.0], meaning)
    };
    std::iter::once(weight).chain(term.parameters.iter().map(parameter)).collect()
}
