//! The options that give a campaign another budget.

use toml_edit::{DocumentMut, Item, value};

/// What ends a campaign, in place of what its search space says.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct BudgetOptions {
    /// The budget: games of the search.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    games: Option<u64>,
    /// The budget: generations.
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// The budget: minutes of search.
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,
    /// Validation games: more of them are a new look at the winner, which widens the claim.
    #[arg(long, value_name = "N")]
    validation_games: Option<u32>,
}

impl BudgetOptions {
    /// Whether any is given.
    pub(super) fn are_given(&self) -> bool {
        self.items().iter().any(|(_, _, item)| item.is_some())
    }

    /// Writes those that are given into a search space.
    pub(super) fn set_in(&self, document: &mut DocumentMut) {
        for (table, key, item) in self.items() {
            if let Some(item) = item {
                set(document, table, key, item);
            }
        }
    }

    /// Each with its table and key.
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

/// Gives a key of a table a value; the table is made if there is none.
pub(super) fn set(document: &mut DocumentMut, table: &str, key: &str, item: Item) {
    let table = document.entry(table).or_insert_with(toml_edit::table);
    if let Some(table) = table.as_table_like_mut() {
        table.insert(key, item);
    }
}
