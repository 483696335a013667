//! The campaign file of one campaign of a duel: the common one with an entrant's keys merged into it.

use toml::{Table, Value};

use super::spec::DuelEntrant;

/// Returns the text of the campaign file. Its mistakes are reported when it is read.
///
/// # Errors
/// If the common campaign file is not TOML.
pub(super) fn space_text(
    common: &str,
    entrant: &DuelEntrant,
    name: String,
    seed: u32,
    budget_games: u64,
) -> Result<String, toml::de::Error> {
    let mut document: Table = common.parse()?;
    // A file has at most one optimizer.
    if entrant.overrides.contains_key("optimizer") {
        document.remove("optimizer");
    }
    merge(&mut document, &entrant.overrides);
    document.insert("name".to_owned(), Value::from(name));
    document.insert("seed".to_owned(), Value::from(i64::from(seed)));
    let games = Value::from(i64::try_from(budget_games).unwrap_or(i64::MAX));
    let budget = Table::from_iter([("games".to_owned(), games)]);
    document.insert("budget".to_owned(), Value::Table(budget));
    Ok(document.to_string())
}

/// Merges all keys of a table into another one, table by table.
fn merge(into: &mut Table, from: &Table) {
    for (key, value) in from {
        match (into.get_mut(key), value) {
            (Some(Value::Table(inner)), Value::Table(changes)) => merge(inner, changes),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entrant_replaces_its_keys_and_the_optimizer_as_a_whole() {
        let common = "name = \"x\"\nseed = 9\n[objective]\nmaximize = \"mean-score\"\ngames-per-candidate = 5\n\
                      [optimizer.cma-es]\npopulation = 3\n[budget]\nminutes = 1\n";
        let overrides = "objective.games-per-candidate = 20\noptimizer.spsa = {}\n";
        let entrant = DuelEntrant {
            name: "e".to_owned(),
            overrides: overrides.parse().unwrap(),
            command: None,
        };
        let text = space_text(common, &entrant, "y".to_owned(), 2, 5000).unwrap();
        let expected = "name = \"y\"\nseed = 2\nbudget.games = 5000\noptimizer.spsa = {}\n\
                        objective = { maximize = \"mean-score\", games-per-candidate = 20 }\n";
        let table = |text: &str| text.parse::<Table>().unwrap();
        assert_eq!(table(&text), table(expected));
    }
}
