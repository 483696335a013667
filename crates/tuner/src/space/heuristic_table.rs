//! The table `[heuristic.…]` as files write it: which heuristic, and its weights by name.
//!
//! Campaign files, whose weights may have ranges, and weights files, whose
//! weights are numbers, share one grammar. The names and meanings of weights
//! come from the lists of the heuristics.

use std::sync::Arc;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::command_entry::{CommandTable, report_names};
use super::expression_entry::{ExpressionsTable, TERMS, entries_of_terms, read_expressions};
use super::parameter_entry::ProgramEntry;
use super::tuples_entry::TuplesTable;
use super::weight_entry::{described, description, weight_schema};
use crate::subject::{CommandSettings, Player, Subject, command};
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_engine::heuristic::{
    CellValue, HeuristicKind, Orientations, WeightSpec, corner_matrix, differences,
    exponential_snake, expressions, path, rich_rows, rows, tuples,
};
use tune2048_engine::player::PlayerSettings;
use tune2048_files::toml_errors::Document;

/// Four rows of four entries each, in reading order.
pub(crate) type Rows = [[f64; 4]; 4];

/// The heuristic and its weights: exactly one kind.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Heuristic")]
pub(crate) enum HeuristicTable<E: JsonSchema, M: JsonSchema, P: JsonSchema> {
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
    #[schemars(description = command::MEANING)]
    Command(CommandTable<P>),
    #[schemars(description = tuples::MEANING)]
    Tuples(TuplesTable<E>),
}

/// The weights of the row heuristic. Weights that are not given keep their defaults.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "Rows")]
pub(crate) struct RowsTable<E: JsonSchema>(
    #[schemars(schema_with = "row_weights::<E>")] pub(crate) IndexMap<String, E>,
);

/// A matrix and the values of cells that it multiplies.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "CornerMatrix")]
pub(crate) struct CornerMatrixTable<E: JsonSchema, M: JsonSchema> {
    /// The value of a cell that the matrix multiplies.
    #[serde(default)]
    pub(crate) cells: CellValue,
    // Documented by its schema.
    #[serde(default = "Option::<E>::default")]
    #[schemars(schema_with = "exponent::<E>")]
    pub(crate) exponent: Option<E>,
    /// The sixteen entries. Default the published matrix.
    pub(crate) matrix: Option<M>,
}

/// The orientations of the path and its ratio.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Path")]
pub(crate) struct PathTable<E: JsonSchema> {
    /// The number of orientations of the board of which the best counts: 2 are the
    /// rows and the columns from one corner. Default 8.
    #[serde(default = "eight")]
    pub(crate) orientations: Orientations,
    // Documented by its schema.
    #[serde(default = "Option::<E>::default")]
    #[schemars(schema_with = "ratio::<E>")]
    pub(crate) ratio: Option<E>,
}

/// The orientations of the matrix, its exponents, and the weights of its two terms.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "ExponentialSnake")]
pub(crate) struct ExponentialSnakeTable<E: JsonSchema> {
    /// The number of orientations of the board of which the best counts: 2 are the
    /// matrix and its transpose. Default 1.
    #[serde(default = "one")]
    pub(crate) orientations: Orientations,
    /// The exponents of the matrix, four rows of four weights. Default the exponents of its author.
    pub(crate) exponents: Option<[[E; 4]; 4]>,
    // Documented by their schemas.
    #[serde(default = "Option::<E>::default")]
    #[schemars(schema_with = "snake_weight::<E, CELLS>")]
    pub(crate) sum: Option<E>,
    #[serde(default = "Option::<E>::default")]
    #[schemars(schema_with = "snake_weight::<E, { CELLS + 1 }>")]
    pub(crate) empty: Option<E>,
}

/// The weights of the differences. Weights that are not given keep their defaults.
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

impl<E: JsonSchema, M: JsonSchema, P: JsonSchema + ProgramEntry> HeuristicTable<E, M, P> {
    /// Returns who plays with the table's weights, some of the player's settings tuned: a program
    /// for parameters of a program, or else the player with the heuristic. Where player and table
    /// do not fit, which [`check_player`] reports, another player stands for it. An expression with
    /// a mistake is replaced.
    pub(crate) fn subject(
        &self,
        player: &Player,
        tuned: &[&str],
        document: &mut Document<'_>,
    ) -> Subject {
        if let Self::Command(table) = self {
            report_names(document);
            let command = match player {
                Player::Program(command) => CommandSettings::clone(command),
                Player::Board(_) => CommandSettings::new(Vec::new()),
            };
            return Subject::program_with(command, table.parameters());
        }
        let player = match player {
            Player::Board(player) => player.clone(),
            Player::Program(_) => PlayerSettings::default(),
        };
        Subject::board_tuning(player, self.kind(document), tuned.iter().copied())
    }

    /// Returns the heuristic of the table, none for parameters of a program.
    fn kind(&self, document: &mut Document<'_>) -> HeuristicKind {
        match self {
            Self::Rows(table) => HeuristicKind::rows_with(table.0.keys().map(String::as_str)),
            Self::CornerMatrix(table) => HeuristicKind::CornerMatrix(table.cells),
            Self::Path(table) => HeuristicKind::Path(table.orientations),
            Self::ExponentialSnake(table) => HeuristicKind::ExponentialSnake(table.orientations),
            Self::Differences(_) => HeuristicKind::Differences,
            Self::Expressions(table) => {
                HeuristicKind::Expressions(Arc::new(read_expressions(table, TERMS, [], document)))
            }
            Self::Command(_) => HeuristicKind::None,
            Self::Tuples(table) => table.kind(document),
        }
    }

    /// Returns the single weights of the table: the index among the parameters of the
    /// subject, the path within the table, and the entry of each.
    pub(crate) fn weights<'t>(&'t self, subject: &Subject) -> Vec<(usize, String, &'t E)> {
        let named = |name: &str, entry: Option<&'t E>| {
            Some((subject.index_of(name)?, name.to_owned(), entry?))
        };
        let mut weights: Vec<_> = match self {
            Self::Rows(RowsTable(table)) | Self::Differences(DifferencesTable(table)) => {
                table.iter().filter_map(|(name, entry)| named(name, Some(entry))).collect()
            }
            Self::Tuples(table) => table.entries(subject),
            // A matrix is not a list of single weights, and its exponent depends on the cells; the
            // parameters of a program have entries of their own.
            Self::CornerMatrix(_) | Self::Command(_) => Vec::new(),
            Self::Path(table) => named("ratio", table.ratio.as_ref()).into_iter().collect(),
            Self::ExponentialSnake(table) => {
                let others =
                    [named("sum", table.sum.as_ref()), named("empty", table.empty.as_ref())];
                let exponents = table.exponents.iter().flatten().flatten().enumerate();
                exponents
                    .map(|(cell, entry)| {
                        (cell, format!("exponents.{}.{}", cell / 4, cell % 4), entry)
                    })
                    .chain(others.into_iter().flatten())
                    .collect()
            }
            Self::Expressions(table) => entries_of_terms(table, 0, ""),
        };
        weights.sort_by_key(|(index, ..)| *index);
        weights
    }
}

fn row_weights<E: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    weights_table::<E>(rows::WEIGHTS.iter().chain(rich_rows::WEIGHTS.iter()), generator)
}

fn differences_weights<E: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    weights_table::<E>(differences::WEIGHTS.iter(), generator)
}

/// Returns the schema of a table of the weights of a heuristic, each optional.
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

fn snake_weight<E: JsonSchema, const INDEX: usize>(generator: &mut SchemaGenerator) -> Schema {
    weight_schema::<E>(&exponential_snake::WEIGHTS[INDEX], generator)
}

fn exponent<E: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let description = description(&corner_matrix::WEIGHTS[CELLS]);
    described::<E>(&format!("{description} Only with cells = \"power\"."), generator)
}
