//! `[heuristic.…]` as files write it: which heuristic, and its weights by name.
//!
//! The same grammar holds for search spaces, whose weights may have ranges,
//! and for files of weights, whose weights are numbers. The weights' names and
//! meanings come from the heuristics' own lists.

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use crate::diagnostics::number;
use crate::heuristic::corner_matrix::CELLS;
use crate::heuristic::{CellValue, HeuristicKind, Layout, Scale, WeightSpec};
use crate::presets::Preset;

/// Four rows of four entries each, in reading order.
pub(crate) type Rows = [[f64; 4]; 4];

/// The heuristic and its weights: exactly one of its kinds.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Heuristic")]
pub(crate) enum HeuristicTable<E: JsonSchema, M: JsonSchema> {
    /// A sum over rows and columns.
    Rows(RowsTable<E>),
    /// The best of the eight orientations of a weight matrix.
    CornerMatrix(CornerMatrixTable<E, M>),
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

impl<E: JsonSchema, M: JsonSchema> HeuristicTable<E, M> {
    /// The heuristic that the table is for.
    pub(crate) fn kind(&self) -> HeuristicKind {
        match self {
            Self::Rows(_) => HeuristicKind::Rows,
            Self::CornerMatrix(table) => HeuristicKind::CornerMatrix(table.cells),
        }
    }
}

fn row_weights<E: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let mut properties = serde_json::Map::new();
    for weight in HeuristicKind::Rows.weights() {
        let schema = weight_schema::<E>(weight, generator);
        properties.insert(weight.name.to_string(), schema.to_value());
    }
    json_schema!({
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
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

/// A weight is a number that stays fixed, "tune" for its default and natural
/// range, or a table with `start`, `low`, `high`, `scale` and `integer`, each
/// optional.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Weight")]
pub(crate) enum WeightEntry {
    /// A number that stays fixed.
    Fixed(f64),
    /// Tuned from the default within the natural range.
    Tuned(Tune),
    /// Tuned within a range.
    Range(RangeTable),
}

/// The word for a weight that is tuned from its default within its natural range.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Tune {
    /// From the default, within the natural range, on a linear scale.
    Tune,
}

/// The range of a weight, and where the search starts in it.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "WeightRange")]
pub(crate) struct RangeTable {
    /// Where the search starts; the default if not given.
    pub(crate) start: Option<f64>,
    /// The low end; that of the natural range if not given.
    #[schemars(range(min = -1e30, max = 1e30))]
    pub(crate) low: Option<f64>,
    /// The high end; that of the natural range if not given.
    #[schemars(range(min = -1e30, max = 1e30))]
    pub(crate) high: Option<f64>,
    /// How the range is divided.
    #[serde(default)]
    pub(crate) scale: Scale,
    /// Whether only integers are tried.
    #[serde(default)]
    pub(crate) integer: bool,
}

/// A matrix is four rows of four numbers that stay fixed, or a table with
/// `layout` and `start`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Matrix")]
pub(crate) enum MatrixEntry {
    /// Entries that stay fixed.
    Fixed(Rows),
    /// Entries that are tuned.
    Layout(LayoutTable),
}

/// Which matrices a search tries.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "MatrixLayout")]
pub(crate) struct LayoutTable {
    /// Which matrices are valid.
    #[serde(default)]
    pub(crate) layout: Layout,
    /// Where the search starts; a built-in matrix of the layout if not given.
    pub(crate) start: Option<MatrixStart>,
    /// Only with layout = "free": the low end of every entry's range.
    #[schemars(range(min = -1e30, max = 1e30))]
    pub(crate) low: Option<f64>,
    /// Only with layout = "free": the high end of every entry's range.
    #[schemars(range(min = -1e30, max = 1e30))]
    pub(crate) high: Option<f64>,
}

/// A start is the name of a built-in matrix, or four rows of four numbers.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum MatrixStart {
    /// A built-in matrix.
    Preset(#[schemars(schema_with = "matrix_presets")] String),
    /// Four rows of four numbers.
    Entries(Rows),
}

fn matrix_presets(_: &mut SchemaGenerator) -> Schema {
    let presets = Preset::ALL.iter();
    let names: Vec<_> = presets
        .filter(|preset| preset.weights().heuristic != HeuristicKind::Rows)
        .map(|preset| preset.name)
        .collect();
    json_schema!({ "type": "string", "enum": names })
}
