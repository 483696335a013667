//! Candidates of a table with the values of their parameters.

use std::path::Path;

use indexmap::IndexMap;

use crate::statistics::Better;
use crate::studies::diagnose::rows::Columns;
use crate::studies::diagnose::table::{Row, Table};
use crate::subject::Configuration;
use tune2048_files::toml_errors::{Mistake, Mistakes};

/// A candidate that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedCandidate {
    /// Its parameters; what the table does not say is as at the start.
    pub weights: Configuration,
    /// The number of its games.
    pub games: f64,
    /// The mean of its scores; with the opposite sign where lower scores are better.
    pub mean: f64,
}

/// Reads the candidates of a table of scores that has columns of parameters: `params_NAME` as of
/// Optuna, `weight.NAME` as of a campaign, or `NAME`, also of Nevergrad. Rows with equal parameters
/// are one candidate. `start` has the parameters, and `better` says which scores are.
///
/// # Errors
/// All rows that cannot be used, or a table without a column of any parameter.
pub fn read_tried(
    path: &Path,
    text: &str,
    start: &Configuration,
    better: Better,
) -> Result<Vec<TriedCandidate>, Mistakes> {
    let found = Table::read(text).and_then(|table| tried(&table, start, better));
    found.map_err(|list| Mistakes::new(path, text, list))
}

fn tried(
    table: &Table,
    start: &Configuration,
    better: Better,
) -> Result<Vec<TriedCandidate>, Vec<Mistake>> {
    let mut parameters: Vec<(usize, usize)> = Vec::new();
    for (index, (spec, _)) in start.iter().enumerate() {
        let names = ["params_", "weight.", ""].map(|prefix| format!("{prefix}{}", spec.name));
        let column = |name: &String| table.names.iter().position(|found| found == name);
        parameters.extend(names.iter().find_map(column).map(|column| (index, column)));
    }
    if parameters.is_empty() {
        let name = start.iter().next().map_or("a", |(spec, _)| &spec.name);
        let label = format!(
            "found {}, expected columns such as `params_{name}`, `weight.{name}` or `{name}`",
            table.names.join(", ")
        );
        return Err(vec![table.mistake("no column has the values of a weight", label)]);
    }
    let weights = parameters.iter().map(|&(_, column)| column).collect();
    let columns = Columns::of(table, weights)?;
    let sign = if columns.is_loss { -1.0 } else { better.sign() };
    let mut found: IndexMap<Vec<String>, TriedCandidate> = IndexMap::new();
    let rows = columns.rows(table, |line| values(table, line, &parameters, start))?;
    for (row, weights) in rows {
        let games = row.games.map_or(1.0, f64::from);
        let new = || TriedCandidate { weights, games: 0.0, mean: 0.0 };
        let candidate = found.entry(row.key).or_insert_with(new);
        candidate.games += games;
        candidate.mean += (sign * row.score - candidate.mean) * games / candidate.games;
    }
    if found.is_empty() {
        let label = "found no row below, expected at least one";
        return Err(vec![table.mistake("there are no trials with a score", label)]);
    }
    Ok(found.into_values().collect())
}

/// Returns the start with the values of a row; a parameter that takes no part has none.
fn values(
    table: &Table,
    row: &Row,
    parameters: &[(usize, usize)],
    start: &Configuration,
) -> Result<Configuration, Mistake> {
    let mut weights = start.clone();
    for &(index, column) in parameters.iter().filter(|(_, column)| !row.fields[*column].is_empty())
    {
        let text = &row.fields[column];
        // Python writes True.
        let parameter = start.subject.parameter(index);
        let read = parameter.read(text).or_else(|| parameter.read(&text.to_lowercase()));
        let value = read.filter(|value| value.is_finite());
        let expected = "a value that the search space allows";
        weights.values[index] = value.ok_or_else(|| table.wrong(row, column, expected))?;
    }
    Ok(weights)
}
