//! Settings that the command line puts in place of those of a search space.

use toml_edit::{DocumentMut, Item, Table, Value};

use crate::cli::terminal::BadInput;

/// The options `--seed` and `--set`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Overrides {
    /// Seed of all random numbers [default: as in the search space].
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// A setting in place of that of the search space, such as optimizer.cma-es.population=24.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl Overrides {
    /// Returns the options that are given, as they are written.
    pub(crate) fn given(&self) -> Vec<String> {
        let seed = self.seed.map(|seed| format!("--seed {seed}"));
        seed.into_iter().chain(self.set.iter().map(|set| format!("--set {set}"))).collect()
    }

    /// Returns the text of a search space with the settings that are given. A text that is not TOML stays as it is: its
    /// mistakes are reported together when it is read.
    pub(crate) fn applied_to(&self, text: String) -> Result<String, BadInput> {
        let Ok(mut document) = text.parse::<DocumentMut>() else { return Ok(text) };
        if self.seed.is_none() && self.set.is_empty() {
            return Ok(text);
        }
        if let Some(seed) = self.seed {
            let seed = i64::try_from(seed);
            let seed = seed.map_err(|_| BadInput(format!("--seed: expected 0 to {}", i64::MAX)))?;
            document.insert("seed", toml_edit::value(seed));
        }
        for setting in &self.set {
            set(document.as_table_mut(), setting)?;
        }
        Ok(document.to_string())
    }
}

/// Returns a table that has no headline where it has only tables.
fn implicit_table() -> Item {
    let mut table = Table::new();
    table.set_implicit(true);
    Item::Table(table)
}

/// Sets a value, a text if it is nothing else, at a path of keys; tables that are missing are added.
pub(crate) fn set(document: &mut Table, setting: &str) -> Result<(), BadInput> {
    let unlike =
        |expected: &str| BadInput(format!("--set: found {setting:?}, expected {expected}"));
    let (path, text) = setting.split_once('=').ok_or_else(|| unlike("KEY=VALUE"))?;
    let text = text.trim();
    let value = text.parse::<Value>().unwrap_or_else(|_| Value::from(text));
    let mut keys: Vec<&str> = path.trim().split('.').collect();
    let last = keys.pop().filter(|last| !last.is_empty() && keys.iter().all(|key| !key.is_empty()));
    let last = last.ok_or_else(|| unlike("keys between points before `=`"))?;
    let mut table: &mut dyn toml_edit::TableLike = document;
    for key in keys {
        let entry = table.entry(key).or_insert_with(implicit_table);
        let is_no_table = || BadInput(format!("--set {setting}: `{key}` is no table"));
        table = entry.as_table_like_mut().ok_or_else(is_no_table)?;
    }
    table.insert(last, Item::Value(value));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(text: &str, settings: &[&str]) -> Result<String, String> {
        let set = settings.iter().map(|&setting| setting.to_owned()).collect();
        let overrides = Overrides { seed: Some(7), set };
        overrides.applied_to(text.to_owned()).map_err(|error| error.0)
    }

    #[test]
    fn settings_replace_those_of_the_file_or_are_added() {
        let text = "name = \"a\"\nseed = 1\n[heuristic.rows]\nempty = { low = 1, high = 2 }\n";
        let (low, population) = ("heuristic.rows.empty.low=1.5", "optimizer.spsa.population = 4");
        let found = applied(text, &["name=b", "budget.games=500", low, population]);
        let expected: toml::Table = "name = \"b\"\nseed = 7\nbudget.games = 500\n\
            heuristic.rows.empty = { low = 1.5, high = 2 }\noptimizer.spsa.population = 4\n"
            .parse()
            .unwrap();
        assert_eq!(found.unwrap().parse::<toml::Table>().unwrap(), expected);
        for (setting, piece) in
            [("a", "KEY=VALUE"), ("=1", "keys"), ("name.x=1", "`name` is no table")]
        {
            let refused = applied(text, &[setting]).unwrap_err();
            assert!(refused.contains(piece), "{refused}");
        }
    }
}
