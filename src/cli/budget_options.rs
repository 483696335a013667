//! Options that change the budget of a campaign.

use toml_edit::{DocumentMut, Item, value};

/// Options that replace limits of the search space.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct BudgetOptions {
    /// Budget of the search in games [default: as in the search space].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    games: Option<u64>,
    /// Budget of the search in generations [default: as in the search space].
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// Budget of the search in minutes [default: as in the search space].
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,
    /// Number of validation games; more than before make a further look, with a wider interval.
    #[arg(long, value_name = "N")]
    validation_games: Option<u32>,
}

impl BudgetOptions {
    /// Whether any of the options is given.
    pub(super) fn are_given(&self) -> bool {
        self.items().iter().any(|(_, _, item)| item.is_some())
    }

    /// Returns the text of a search space with the options that are given. A text that is not TOML
    /// stays as it is: its mistakes are reported together when it is read.
    pub(super) fn applied_to(&self, text: String) -> String {
        match text.parse::<DocumentMut>() {
            Ok(mut document) if self.are_given() => {
                self.set_in(&mut document);
                document.to_string()
            }
            _ => text,
        }
    }

    /// Writes the options that are given into a search space.
    pub(super) fn set_in(&self, document: &mut DocumentMut) {
        for (table, key, item) in self.items() {
            if let Some(item) = item {
                set(document, table, key, item);
            }
        }
    }

    /// Returns each option's table and key in the search space, and its value if it is given.
    fn items(&self) -> [(&'static str, &'static str, Option<Item>); 4] {
        let integer = |number: Option<i64>| number.map(value);
        let games = integer(self.games.map(|number| number as i64));
        let generations = integer(self.generations.map(i64::from));
        let validation = integer(self.validation_games.map(i64::from));
        [
            ("budget", "games", games),
            ("budget", "generations", generations),
            ("budget", "minutes", self.minutes.map(value)),
            ("validation", "games", validation),
        ]
    }
}

/// Sets a key of a table, which is added if it is missing.
pub(super) fn set(document: &mut DocumentMut, table: &str, key: &str, item: Item) {
    let table = document.entry(table).or_insert_with(toml_edit::table);
    if let Some(table) = table.as_table_like_mut() {
        table.insert(key, item);
    }
}
