//! `[heuristic.…]` as files write it: which heuristic, and its weights by name.
//!
//! The same grammar holds for search spaces, whose weights may have ranges,
//! and for files of weights, whose weights are numbers. The weights' names and
//! meanings come from the heuristics' own lists.

use std::sync::Arc;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::expression_entry::{entries_of_terms, read_expressions};
use crate::toml_errors::{Document, number};
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_engine::heuristic::{CellValue, HeuristicKind, Orientations, WeightSpec};
use tune2048_engine::heuristic::{
    corner_matrix, differences, exponential_snake, expressions, path, rich_rows, rows,
};

/// Four rows of four entries each, in reading order.
pub(crate) type Rows = [[f64; 4]; 4];

/// The heuristic and its weights: exactly one of its kinds.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Heuristic")]
pub(crate) enum HeuristicTable<E: JsonSchema, M: JsonSchema> {
    #[schemars(description = rows::MEANING)]
    Rows(RowsTable<E>),
    #[schemars(description = corner_matrix::MEANING)]
    CornerMatrix(CornerMatrixTable<E, M>),
    #[schemars(description = path::MEANING)]
    Path(PathTable<E>),
    #[schemars(description = exponential_snake::MEANING)]
    ExponentialSnake(ExponentialSnakeTable<E>),
    #[schemars(description = differences::MEANING)]
    Differences(DifferencesTable<E>),
    #[schemars(description = expressions::MEANING)]
    Expressions(ExpressionsTable<E>),
}

/// The weights of the row heuristic; those not given keep their defaults.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "Rows")]
pub(crate) struct RowsTable<E: JsonSchema>(
    #[schemars(schema_with = "row_weights::<E>")] pub(crate) IndexMap<String, E>,
);

/// The matrix and what it multiplies.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "CornerMatrix")]
pub(crate) struct CornerMatrixTable<E: JsonSchema, M: JsonSchema> {
    /// What stands for a cell.
    #[serde(default)]
    pub(crate) cells: CellValue,
    // Documented by its schema.
    #[serde(default = "Option::<E>::default")]
    #[schemars(schema_with = "exponent::<E>")]
    pub(crate) exponent: Option<E>,
    /// The sixteen entries; the published ones if not given.
    pub(crate) matrix: Option<M>,
}

/// From how many sides the path is laid, and its ratio.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Path")]
pub(crate) struct PathTable<E: JsonSchema> {
    /// From how many sides a board is looked at, all if not given: 2 are the
    /// rows and the columns from one corner.
    #[serde(default = "eight")]
    pub(crate) orientations: Orientations,
    // Documented by its schema.
    #[serde(default = "Option::<E>::default")]
    #[schemars(schema_with = "ratio::<E>")]
    pub(crate) ratio: Option<E>,
}

/// From how many sides the matrix is laid, its exponents, and what weighs its two terms.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "ExponentialSnake")]
pub(crate) struct ExponentialSnakeTable<E: JsonSchema> {
    /// From how many sides a board is looked at, one if not given: 2 are the
    /// matrix and its transpose.
    #[serde(default = "one")]
    pub(crate) orientations: Orientations,
    /// Four rows of four exponents, each a weight; the author's if not given.
    pub(crate) exponents: Option<[[E; 4]; 4]>,
    // Documented by their schemas.
    #[serde(default = "Option::<E>::default")]
    #[schemars(schema_with = "snake_sum::<E>")]
    pub(crate) sum: Option<E>,
    #[serde(default = "Option::<E>::default")]
    #[schemars(schema_with = "snake_empty::<E>")]
    pub(crate) empty: Option<E>,
}

/// The weights of the differences; those not given keep their defaults.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "Differences")]
pub(crate) struct DifferencesTable<E: JsonSchema>(
    #[schemars(schema_with = "differences_weights::<E>")] pub(crate) IndexMap<String, E>,
);

fn one() -> Orientations {
    Orientations::One
}

fn eight() -> Orientations {
    Orientations::Eight
}

/// Terms by their names; a row or column is worth the sum of weight times expression.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "Expressions", extend("propertyNames" = { "pattern": "^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$" }))]
pub(crate) struct ExpressionsTable<E: JsonSchema>(pub(crate) IndexMap<String, TermTable<E>>);

/// A term: an expression over a row, its weight, and numbers that it names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Term")]
pub(crate) struct TermTable<E: JsonSchema> {
    /// Over r0 to r3 (ranks), f0 to f3 (faces), empty, merges and the parameters, with
    /// + - * / % **, comparisons, && || !, min, max, abs, sqrt, exp, log, floor, let, and if with else.
    #[schemars(required)]
    pub(crate) expression: Option<String>,
    // Documented by its schema.
    #[serde(default = "Option::<E>::default")]
    #[schemars(required, schema_with = "term_weight::<E>")]
    pub(crate) weight: Option<E>,
    /// Numbers that the expression names: fixed or tuned like weights; default 1, natural range 0.5 to 6.
    #[serde(default = "IndexMap::<String, E>::new")]
    pub(crate) parameters: IndexMap<String, E>,
}

impl<E: JsonSchema, M: JsonSchema> HeuristicTable<E, M> {
    /// The heuristic that the table is for; where there is a mistake in an
    /// expression, anything stands in.
    pub(crate) fn kind(&self, document: &mut Document<'_>) -> HeuristicKind {
        match self {
            Self::Rows(table) => HeuristicKind::rows_with(table.0.keys().map(String::as_str)),
            Self::CornerMatrix(table) => HeuristicKind::CornerMatrix(table.cells),
            Self::Path(table) => HeuristicKind::Path(table.orientations),
            Self::ExponentialSnake(table) => HeuristicKind::ExponentialSnake(table.orientations),
            Self::Differences(_) => HeuristicKind::Differences,
            Self::Expressions(table) => {
                HeuristicKind::Expressions(Arc::new(read_expressions(table, document)))
            }
        }
    }

    /// What the table says of single weights: the place of each in the
    /// heuristic's list, its path within the table, and its entry.
    pub(crate) fn weights(&self, kind: &HeuristicKind) -> Vec<(usize, String, &E)> {
        let named = |name: &str, entry| {
            let index = kind.weight_index(name)?;
            Some((index, name.to_owned(), entry))
        };
        let mut weights: Vec<_> = match self {
            Self::Rows(RowsTable(table)) | Self::Differences(DifferencesTable(table)) => table
                .iter()
                .filter_map(|(name, entry)| named(name, entry))
                .collect(),
            // A matrix is no list of single weights, and its exponent depends on the cells.
            Self::CornerMatrix(_) => Vec::new(),
            Self::Path(table) => table
                .ratio
                .iter()
                .filter_map(|entry| named("ratio", entry))
                .collect(),
            Self::ExponentialSnake(table) => {
                let exponents = table.exponents.iter().flatten().flatten().enumerate();
                exponents
                    .map(|(cell, entry)| {
                        (cell, format!("exponents.{}.{}", cell / 4, cell % 4), entry)
                    })
                    .chain(table.sum.iter().filter_map(|entry| named("sum", entry)))
                    .chain(table.empty.iter().filter_map(|entry| named("empty", entry)))
                    .collect()
            }
            Self::Expressions(table) => entries_of_terms(table)
                .enumerate()
                .filter_map(|(index, (key, entry))| Some((index, key, entry?)))
                .collect(),
        };
        weights.sort_by_key(|(index, ..)| *index);
        weights
    }
}

fn term_weight<E: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = generator.subschema_for::<E>();
    let description =
        "What the expression is multiplied by. Default 0, natural range -1000 to 1000.";
    schema.insert("description".to_owned(), description.into());
    schema
}

fn row_weights<E: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    weights_table::<E>(
        rows::WEIGHTS.iter().chain(rich_rows::WEIGHTS.iter()),
        generator,
    )
}

fn differences_weights<E: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    weights_table::<E>(differences::WEIGHTS.iter(), generator)
}

/// A table of the weights of a heuristic, each optional.
fn weights_table<'w, E: JsonSchema>(
    weights: impl Iterator<Item = &'w WeightSpec>,
    generator: &mut SchemaGenerator,
) -> Schema {
    let mut properties = serde_json::Map::new();
    for weight in weights {
        let schema = weight_schema::<E>(weight, generator);
        properties.insert(weight.name.to_string(), schema.to_value());
    }
    json_schema!({
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

fn ratio<E: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    weight_schema::<E>(&path::WEIGHTS[0], generator)
}

fn snake_sum<E: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    weight_schema::<E>(&exponential_snake::WEIGHTS[CELLS], generator)
}

fn snake_empty<E: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    weight_schema::<E>(&exponential_snake::WEIGHTS[CELLS + 1], generator)
}

fn exponent<E: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let weights = HeuristicKind::CornerMatrix(CellValue::Power).weights();
    let mut schema = weight_schema::<E>(&weights[CELLS], generator);
    let description = schema.get("description").and_then(|text| text.as_str());
    let description = format!(
        "{} Only with cells = \"power\".",
        description.unwrap_or_default()
    );
    schema.insert("description".to_owned(), description.into());
    schema
}

fn weight_schema<E: JsonSchema>(weight: &WeightSpec, generator: &mut SchemaGenerator) -> Schema {
    let mut schema = generator.subschema_for::<E>();
    let description = format!(
        "{} Default {}, natural range {} to {}.",
        weight.meaning,
        number(weight.default),
        number(weight.low),
        number(weight.high),
    );
    schema.insert("description".to_owned(), description.into());
    schema
}
