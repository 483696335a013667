//! The description of a weight: its name, default, range and meaning.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The division of a range into equal steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Equal steps differ by equal amounts.
    #[default]
    Linear,
    /// Equal steps differ by equal factors; `low` must be above 0.
    Log,
    /// Equal factors on both sides of 0, and equal differences within a thousandth of the larger end.
    SignedLog,
}

/// One weight of a heuristic.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightSpec {
    /// The name in files, columns and exports.
    pub name: Cow<'static, str>,
    /// The value where a file gives none.
    pub default: f64,
    /// The low end of the natural range.
    pub low: f64,
    /// The high end of the natural range.
    pub high: f64,
    /// The effect of the weight, in one sentence.
    pub meaning: Cow<'static, str>,
}

impl WeightSpec {
    /// A weight with a default and a natural range; its meaning follows.
    pub const fn named(name: &'static str, default: f64, [low, high]: [f64; 2]) -> Self {
        let (name, meaning) = (Cow::Borrowed(name), Cow::Borrowed(""));
        Self { name, default, low, high, meaning }
    }

    /// The weight with its effect in one sentence.
    pub const fn means(mut self, meaning: &'static str) -> Self {
        self.set_meaning(meaning);
        self
    }

    pub(crate) const fn set_meaning(&mut self, meaning: &'static str) {
        // Nothing can be dropped in a constant.
        std::mem::forget(std::mem::replace(&mut self.meaning, Cow::Borrowed(meaning)));
    }

    /// A weight whose name is put together.
    pub(super) fn computed(
        name: String,
        default: f64,
        [low, high]: [f64; 2],
        meaning: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { name: name.into(), default, low, high, meaning: meaning.into() }
    }

    /// Whether the weight multiplies a part of the board's value; the others are exponents.
    pub fn is_factor(&self) -> bool {
        !self.name.ends_with("exponent")
    }
}
