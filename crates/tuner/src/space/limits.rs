//! Limits of the budget that are given beside a campaign file, in place of those in it.

use toml_edit::{DocumentMut, Item, value};

/// Limits that replace those of a campaign file, where they are given.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The games of the search.
    pub games: Option<u64>,
    /// The generations of the search.
    pub generations: Option<u32>,
    /// The minutes of the search.
    pub minutes: Option<f64>,
    /// The games of the validation.
    pub validation_games: Option<u32>,
}

impl Limits {
    /// Whether any of the limits is given.
    pub fn are_given(&self) -> bool {
        self.items().iter().any(|(_, _, item)| item.is_some())
    }

    /// Returns the text of a campaign file with the limits that are given. A text that is not TOML
    /// stays as it is: its mistakes are reported together when it is read.
    pub fn applied_to(&self, text: String) -> String {
        let document = text.parse::<DocumentMut>().ok().filter(|_| self.are_given());
        let Some(mut document) = document else { return text };
        for (table, key, item) in self.items() {
            if let Some(item) = item {
                set(&mut document, table, key, item);
            }
        }
        document.to_string()
    }

    /// Returns each limit's table and key in the campaign file, and its value if it is given.
    fn items(&self) -> [(&'static str, &'static str, Option<Item>); 4] {
        let count = |number: u32| value(i64::from(number));
        [
            ("budget", "games", self.games.map(|games| value(games as i64))),
            ("budget", "generations", self.generations.map(count)),
            ("budget", "minutes", self.minutes.map(value)),
            ("validation", "games", self.validation_games.map(count)),
        ]
    }
}

/// Sets a key of a table, which is added if it is missing.
pub fn set(document: &mut DocumentMut, table: &str, key: &str, item: Item) {
    let table = document.entry(table).or_insert_with(toml_edit::table);
    if let Some(table) = table.as_table_like_mut() {
        table.insert(key, item);
    }
}
