//! Candidates of a table with the values of their parameters.

use std::path::Path;

use indexmap::IndexMap;

use crate::statistics::Better;
use crate::studies::diagnose::columns::{ColumnNames, Columns};
use crate::studies::diagnose::csv_lines::{CsvLine, lines};
use crate::studies::diagnose::rows::row;
use crate::studies::diagnose::scores_csv::first_of_each;
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
    tried(&lines(text), start, better)
        .map_err(|list| Mistakes::new(path, text, first_of_each(list)))
}

fn tried(
    lines: &[CsvLine],
    start: &Configuration,
    better: Better,
) -> Result<Vec<TriedCandidate>, Vec<Mistake>> {
    let Some(header) = lines.first() else {
        return Err(vec![Mistake::new(0..0, "there are no trials", "found nothing")]);
    };
    let column = |name: &str| header.fields.iter().position(|(found, _)| found == name);
    let mut parameters: Vec<(usize, usize)> = Vec::new();
    for (index, (spec, _)) in start.iter().enumerate() {
        let names = ["params_", "weight.", ""].map(|prefix| format!("{prefix}{}", spec.name));
        let found = names.iter().find_map(|name| column(name));
        parameters.extend(found.map(|column| (index, column)));
    }
    if parameters.is_empty() {
        let found: Vec<&str> = header.fields.iter().map(|(name, _)| name.as_str()).collect();
        let name = start.iter().next().map_or("a", |(spec, _)| &spec.name);
        let label = format!(
            "found {}, expected columns such as `params_{name}`, `weight.{name}` or `{name}`",
            found.join(", ")
        );
        let message = "no column has the values of a weight";
        return Err(vec![Mistake::new(header.span.clone(), message, label)]);
    }
    let names = parameters.iter().map(|&(_, column)| &header.fields[column].0);
    let names = ColumnNames::of_parameters(names);
    let (columns, first) = Columns::of(lines, &names, false).map_err(|mistake| vec![mistake])?;
    let sign = if columns.is_loss { -1.0 } else { better.sign() };
    let mut found: IndexMap<String, TriedCandidate> = IndexMap::new();
    let mut mistakes = Vec::new();
    for (index, line) in lines[first..].iter().enumerate() {
        let read = row(line, &columns, index)
            .and_then(|row| Ok(row.zip(Some(values(line, &parameters, start)?))));
        match read {
            Ok(Some((row, weights))) => {
                let games = row.games.map_or(1.0, f64::from);
                let new = || TriedCandidate { weights, games: 0.0, mean: 0.0 };
                let candidate = found.entry(row.key).or_insert_with(new);
                candidate.games += games;
                candidate.mean += (sign * row.score - candidate.mean) * games / candidate.games;
            }
            Ok(None) => {}
            Err(mistake) => mistakes.push(mistake),
        }
    }
    if mistakes.is_empty() && found.is_empty() {
        let label = "found no row below, expected at least one";
        let message = "there are no trials with a score";
        mistakes.push(Mistake::new(header.span.clone(), message, label));
    }
    if mistakes.is_empty() { Ok(found.into_values().collect()) } else { Err(mistakes) }
}

/// Returns the start with the values of a row; a parameter that takes no part has none.
fn values(
    line: &CsvLine,
    parameters: &[(usize, usize)],
    start: &Configuration,
) -> Result<Configuration, Mistake> {
    let mut weights = start.clone();
    for &(index, column) in parameters {
        let (text, span) = &line.fields[column];
        if text.is_empty() {
            continue;
        }
        // Python writes True.
        let read = start.read(index, text).or_else(|| start.read(index, &text.to_lowercase()));
        let Some(value) = read.filter(|value| value.is_finite()) else {
            let name = &start.subject.parameters()[index].name;
            let message = format!("column {}, of the weight `{name}`, cannot be used", column + 1);
            let label = format!("found {text:?}, expected a value that the search space allows");
            return Err(Mistake::new(span.clone(), message, label));
        };
        weights.values[index] = value;
    }
    Ok(weights)
}
