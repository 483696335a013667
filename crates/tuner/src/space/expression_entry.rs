//! Terms in a file: their expressions and parameters.

use std::collections::HashSet;
use std::ops::Range;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::weight_entry::WeightEntry;
use crate::subject::Configuration;
use tune2048_engine::expression::ExpressionError;
use tune2048_engine::heuristic::expressions::{Term, VARIABLES};
use tune2048_engine::heuristic::{Expressions, HeuristicKind};
use tune2048_files::toml_errors::{Document, Mistake, number};

/// The path of the table of terms that are a heuristic.
pub(super) const TERMS: &str = "heuristic.expressions";

/// The path of the table of terms beside a learned network.
pub(super) const TERMS_BESIDE_A_NETWORK: &str = "heuristic.tuples.expressions";

/// Terms by name: the value of a row or column is the sum of weight times expression over the terms.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "Expressions", extend("propertyNames" = { "pattern": "^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$" }))]
pub(crate) struct ExpressionsTable(IndexMap<String, TermTable>);

/// A term: an expression over a row or column, its weight, and parameters of the expression.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Term")]
struct TermTable {
    /// The expression of a row or column.
    expression: String,
    /// The factor of the expression. Default 0, natural range -1000 to 1000.
    weight: Option<WeightEntry>,
    /// Numbers that the expression names, `parameters.NAME`, fixed or tuned like weights. Default 1, natural range 0.5 to 6.
    #[serde(default)]
    parameters: IndexMap<String, WeightEntry>,
}

/// Reads the terms of the table at a path, whose names must differ from those that are taken; an
/// expression with a mistake is reported and replaced by 0.
pub(super) fn read_expressions(
    table: &ExpressionsTable,
    terms: &str,
    taken: &[&str],
    document: &mut Document<'_>,
) -> Expressions {
    report_term_names(terms, taken, document);
    let terms = table.0.iter().map(|(name, term)| read_term(terms, name, term, document));
    Expressions::new(terms.collect())
}

fn read_term(terms: &str, name: &str, table: &TermTable, document: &mut Document<'_>) -> Term {
    let parameters: Vec<String> = table.parameters.keys().cloned().collect();
    let path = format!("{terms}.{name}.expression");
    match Term::new(name, &table.expression, &parameters) {
        Ok(term) => {
            for (index, parameter) in parameters.iter().enumerate() {
                if !term.uses_parameter(index) && is_free(parameter) {
                    let path = format!("{terms}.{name}.parameters.{parameter}");
                    document.report_useless(&path, "the expression of the term does not name it");
                }
            }
            term
        }
        Err(error) => {
            report_error(error, &path, document);
            Term::new(name, "0", &parameters).expect("0 is an expression")
        }
    }
}

/// Reports an error in the expression at a path.
pub(super) fn report_error(error: ExpressionError, path: &str, document: &mut Document<'_>) {
    let ExpressionError { span, message, label, help } = error;
    document.report(Mistake { span: document.span_within(path, span), message, label, help });
}

/// Whether a name is not the name of a variable.
fn is_free(name: &str) -> bool {
    VARIABLES.iter().all(|(known, _)| *known != name)
}

/// Reports names that a CSV column or an exported program cannot use.
fn report_term_names(terms: &str, taken: &[&str], document: &mut Document<'_>) {
    // The JavaScript export has a key `heuristic` beside the weights.
    let taken = taken.iter().chain(&["heuristic"]).map(|name| (*name).to_owned());
    let mut names = Vec::new();
    for (term, span) in document.keys(terms) {
        for (name, span) in document.keys(&format!("{terms}.{term}.parameters")) {
            let weight = format!("{term}-{}", name.replace('_', "-"));
            let is_valid = is_name(&name, '_') && is_free(&name);
            names.push((name, span, is_valid.then_some(weight)));
        }
        let weight = is_name(&term, '-').then(|| term.clone());
        names.push((term, span, weight));
    }
    let words =
        "lower-case letters and digits, a letter first and after each `-` or `_`, and no variable";
    report_names(names, taken, words, document);
}

/// Reports names of a file that are not made of `words`, or taken: each comes with its span, and with what no other name
/// has, unless it is made of something else.
pub(super) fn report_names(
    names: impl IntoIterator<Item = (String, Range<usize>, Option<String>)>,
    taken: impl IntoIterator<Item = String>,
    words: &str,
    document: &mut Document<'_>,
) {
    let mut taken: HashSet<String> = taken.into_iter().collect();
    for (name, span, own) in names {
        let label = match own.map(|own| taken.insert(own)) {
            None => format!("expected {words}"),
            Some(false) => "expected another name: this one is taken".to_owned(),
            Some(true) => continue,
        };
        let message = format!("`{}` cannot be a name", name.escape_debug());
        let help = "columns, exports, expressions and requests to a program refer to numbers by these names";
        document.report(Mistake::new(span, message, label).help(help));
    }
}

/// Whether a name is made of lower-case words joined by `joint`.
fn is_name(name: &str, joint: char) -> bool {
    let is_word = |word: &str| {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(is_plain)
    };
    name.len() <= 60 && name.split(joint).all(is_word)
}

/// Returns the index, the path within the table of the heuristic, and the entry of each weight; the
/// terms' first index and path are given.
pub(super) fn entries_of_terms<'t>(
    table: &'t ExpressionsTable,
    first: usize,
    path: &str,
) -> Vec<(usize, String, &'t WeightEntry)> {
    let entries = table.0.iter().flat_map(|(name, term)| {
        let weight = (format!("{path}{name}.weight"), term.weight.as_ref());
        let parameters = term.parameters.iter().map(move |(parameter, entry)| {
            (format!("{path}{name}.parameters.{parameter}"), Some(entry))
        });
        std::iter::once(weight).chain(parameters)
    });
    let indexed = (first..).zip(entries);
    indexed.filter_map(|(index, (path, entry))| Some((index, path, entry?))).collect()
}

/// Returns the terms of a heuristic that are written as expressions, with the path of their table
/// and the index of their first weight.
pub(crate) fn written_terms(
    heuristic: Option<&HeuristicKind>,
) -> Option<(&'static str, &Expressions, usize)> {
    match heuristic? {
        HeuristicKind::Expressions(expressions) => Some((TERMS, expressions, 0)),
        HeuristicKind::Tuples(tuples) => {
            Some((TERMS_BESIDE_A_NETWORK, tuples.expressions(), tuples.own_weights()))
        }
        _ => None,
    }
}

/// Reports terms without a finite value for some row: with the weights as they
/// are, or with one of them changed; `changes` are indices and values.
pub(crate) fn check_finite(
    weights: &Configuration,
    changes: &[(usize, f64)],
    document: &mut Document<'_>,
) {
    let heuristic = weights.subject.heuristic();
    let Some((terms, expressions, first)) = written_terms(heuristic) else { return };
    let indices: Vec<usize> = (first..weights.values.len()).collect();
    for (term, own) in expressions.terms_with(&indices) {
        let start: Vec<f64> = own.iter().map(|&index| weights.values[index]).collect();
        let changed = changes.iter().filter_map(|&(index, value)| {
            let place = own.iter().position(|&own| own == index)?;
            let mut values = start.clone();
            values[place] = value;
            // The weight of a term is only a factor: every finite value is valid.
            (place > 0).then_some(values)
        });
        let found = std::iter::once(start.clone())
            .chain(changed)
            .find_map(|values| Some((term.undefined(&values[1..])?, values)));
        let Some((undefined, values)) = found else { continue };
        let path = format!("{terms}.{}.expression", term.name);
        let span = document.span(&path);
        let mut row = undefined.ranks.map(|rank| rank.to_string()).join(" ");
        for (parameter, value) in term.parameters.iter().zip(&values[1..]) {
            row += &format!(", {parameter} = {}", number(*value));
        }
        let found = if undefined.value.is_nan() { "no number" } else { "an infinite one" };
        let message = "an expression must have a finite value for every row";
        let label = format!("found {found} for the ranks {row}");
        let help = "tell such rows apart by `if … { … } else { … }`";
        document.report(Mistake::new(span, message, label).help(help));
    }
}
