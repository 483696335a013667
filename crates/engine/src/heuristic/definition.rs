//! The facts that each kind of heuristic states about itself.

use serde_json::Value;

use super::weight_spec::WeightSpec;

/// The facts about a kind of heuristic that do not depend on the values of its weights.
#[derive(Clone, Debug)]
pub(super) struct Definition<'k> {
    /// The name in files.
    pub(super) name: &'static str,
    /// The value of a board in words, in one sentence.
    pub(super) meaning: &'static str,
    /// The first word of exported constants.
    pub(super) constant_prefix: &'static str,
    /// The weights, in the order of their values.
    pub(super) weights: &'k [WeightSpec],
    /// The name of the first sixteen weights in files, if they form four rows.
    pub(super) square: Option<&'static str>,
    /// The option beside the weights.
    pub(super) setting: Option<Setting>,
}

impl<'k> Definition<'k> {
    /// A heuristic of weights alone.
    pub(super) fn new(
        name: &'static str,
        meaning: &'static str,
        constant_prefix: &'static str,
        weights: &'k [WeightSpec],
    ) -> Self {
        Self { name, meaning, constant_prefix, weights, square: None, setting: None }
    }
}

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
