//! The rotations and transpositions in which a matrix is laid on a board.

use serde::{Deserialize, Serialize};

use super::definition::Setting;

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

    /// The choice as files write it.
    pub(super) fn setting(self) -> Setting {
        Setting {
            name: "orientations",
            value: u8::from(self).into(),
            meaning: "From how many sides a board is looked at: 1, 2 or 8.",
            phrase: match self {
                Self::One => "(orientations: 1)",
                Self::Two => "(orientations: 2)",
                Self::Eight => "(orientations: 8)",
            },
        }
    }
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

impl schemars::JsonSchema for Orientations {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Orientations".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "enum": Self::ALL.map(u8::from) })
    }
}
