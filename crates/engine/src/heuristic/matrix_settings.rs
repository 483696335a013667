//! The options of heuristics of a matrix: the numbers that stand for tiles, and how it is laid on a board.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::limits::MAX_VALUE;

/// An option of a heuristic other than its weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key in files.
    pub name: &'static str,
    /// The chosen value, a word or a number. As text it is also a value of TOML.
    pub value: Value,
    /// The effect of the setting, in one sentence.
    pub meaning: &'static str,
}

/// What stands for a cell in the entrywise sum of a matrix heuristic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CellValue {
    /// The face value of the tile, as in the article.
    #[default]
    Face,
    /// The rank of the tile.
    Rank,
    /// A power of the face value; the weight `exponent` says which.
    Power,
}

impl CellValue {
    /// The number for each rank; 0 for an empty cell. Only powers use the exponent.
    pub(super) fn by_rank(self, exponent: f64) -> [f64; 16] {
        std::array::from_fn(|rank| match (rank, self) {
            (0, _) => 0.0,
            (_, Self::Rank) => rank as f64,
            (_, Self::Face) => f64::from(1_u32 << rank),
            (_, Self::Power) => libm::exp2(rank as f64 * exponent).clamp(0.0, MAX_VALUE),
        })
    }
}

/// The rotations and transpositions of a matrix of weights that are tried; the
/// best of them counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Orientations {
    /// The matrix as it is.
    One = 1,
    /// The matrix and its transpose: along the rows and along the columns from its first corner.
    Two = 2,
    /// All eight.
    Eight = 8,
}

impl Orientations {
    /// Every choice, in increasing order.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Eight];
}

impl From<Orientations> for u8 {
    fn from(orientations: Orientations) -> Self {
        orientations as Self
    }
}

impl TryFrom<u8> for Orientations {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|&known| u8::from(known) == number);
        known.ok_or_else(|| format!("expected 1, 2 or 8, found {number}"))
    }
}

impl JsonSchema for Orientations {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Orientations".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "enum": Self::ALL.map(u8::from) })
    }
}
