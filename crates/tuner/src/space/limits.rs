//! Settings that are given beside a campaign file, in place of those in it.

use serde::Serialize;
use toml_edit::{DocumentMut, TableLike, value};

use super::settings::Budget;

/// Settings that replace those of a campaign file, where they are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Limits {
    /// The seed of all random numbers.
    pub seed: Option<i64>,
    /// The limits of the search.
    pub budget: Budget,
    /// Those of the validation.
    pub validation: ValidationLimit,
}

/// The limit of a validation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ValidationLimit {
    /// The games of each side.
    pub games: Option<u32>,
}

impl Limits {
    /// Returns the text of a campaign file with the settings that are given. A text that is not TOML
    /// stays as it is: its mistakes are reported together when it is read.
    pub fn applied_to(&self, text: String) -> String {
        let document = text.parse::<DocumentMut>().ok().filter(|_| *self != Self::default());
        let Some(mut document) = document else { return text };
        let given = toml::to_string(self).expect("limits have a TOML form");
        let mut given: DocumentMut = given.parse().expect("limits are written as TOML");
        given.retain(|_, item| item.as_table_like().is_none_or(|table| !table.is_empty()));
        for (key, _) in given.iter().filter(|(_, item)| item.is_table_like()) {
            document.entry(key).or_insert_with(toml_edit::table);
        }
        merge(document.as_table_mut(), given.as_table());
        document.to_string()
    }
}

/// Puts the values of a table into another one.
pub fn merge(into: &mut dyn TableLike, from: &dyn TableLike) {
    for (key, item) in from.iter() {
        let place = into.get_mut(key).and_then(|found| found.as_table_like_mut());
        match (place, item.as_table_like()) {
            (Some(into), Some(from)) => merge(into, from),
            // Inline, since tables of two files have no order.
            _ => drop(item.clone().into_value().map(|found| into.insert(key, value(found)))),
        }
    }
}
