//! Rich rows as data: the names of the weights that are added to those of the rows.

use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serializer};

use super::rich_rows::{WEIGHTS, with_names};
use super::rows;
use super::weight_spec::WeightSpec;

pub(super) fn serialize<S: Serializer>(
    weights: &Arc<[WeightSpec]>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let added = weights.iter().skip(rows::WEIGHTS.len());
    serializer.collect_seq(added.map(|spec| &spec.name))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Arc<[WeightSpec]>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    for (index, name) in names.iter().enumerate() {
        if WEIGHTS.iter().all(|spec| spec.name != *name) {
            return Err(D::Error::custom(format!("unknown weight `{name}` of rich rows")));
        }
        if names[..index].contains(name) {
            let message = format!("the weight `{name}` is named twice, expected once");
            return Err(D::Error::custom(message));
        }
    }
    let weights = with_names(names.iter().map(String::as_str));
    let none = "rich rows need a weight beside those of the rows, found none";
    weights.ok_or_else(|| D::Error::custom(none))
}
