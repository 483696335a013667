//! The number that stands for a tile in a matrix heuristic.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::definition::Setting;
use super::limits::MAX_VALUE;

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
    /// The choice as files write it.
    pub(super) fn setting(self) -> Setting {
        let (word, phrase) = match self {
            Self::Face => ("face", "over face values"),
            Self::Rank => ("rank", "over ranks"),
            Self::Power => ("power", "over powers of face values"),
        };
        Setting {
            name: "cells",
            value: word.into(),
            meaning: "What stands for a cell: the tile's \"face\" value, its \"rank\", \
                      or a \"power\" of its face value.",
            phrase,
        }
    }

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
