//! The parameters of a program that plays games by itself.
//!
//! Boards have no values here: what the parameters mean is the program's own affair.

use std::borrow::Cow;
use std::sync::Arc;

use super::definition::Definition;
use super::weight_spec::WeightSpec;

/// The name in files.
pub const NAME: &str = "command";

/// The heuristic in words.
pub const MEANING: &str = "The parameters of the program that plays, by the names that it knows.";

/// The parameters with these names, in order.
///
/// They depend on their names only, so that a file of weights has the same list as the search
/// space that it comes from. Files give the ranges.
pub(super) fn parameters<'n>(names: impl IntoIterator<Item = &'n str>) -> Arc<[WeightSpec]> {
    let parameter = |name: &str| WeightSpec {
        name: Cow::Owned(name.to_owned()),
        default: 0.0,
        low: -1e30,
        high: 1e30,
        meaning: Cow::Owned(format!("Parameter {name} of the program.")),
    };
    names.into_iter().map(parameter).collect()
}

pub(super) fn definition(parameters: &[WeightSpec]) -> Definition<'_> {
    Definition {
        name: NAME,
        meaning: MEANING,
        constant_prefix: "PARAMETER",
        weights: parameters,
        square: None,
        setting: None,
    }
}
