//! Terms in a file: their expressions and parameters.

use std::collections::HashSet;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use super::search_space::{Dimension, SearchSpace};
use crate::subject::Configuration;
use tune2048_engine::heuristic::expressions::{Term, VARIABLES};
use tune2048_engine::heuristic::{Expressions, HeuristicKind};
use tune2048_files::toml_errors::{Document, Mistake, number};

/// The path of the table of terms that are a heuristic.
pub(crate) const TERMS: &str = "heuristic.expressions";

/// The path of the table of terms beside a learned network.
pub(crate) const TERMS_BESIDE_A_NETWORK: &str = "heuristic.tuples.expressions";

/// Terms by name: the value of a row or column is the sum of weight times expression over the terms.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "Expressions", extend("propertyNames" = { "pattern": "^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$" }))]
pub(crate) struct ExpressionsTable<E: JsonSchema>(pub(crate) IndexMap<String, TermTable<E>>);

/// A term: an expression over a row or column, its weight, and parameters of the expression.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Term")]
pub(crate) struct TermTable<E: JsonSchema> {
    /// An expression of r0 to r3 (ranks), f0 to f3 (faces), empty, merges and the parameters, with
    /// + - * / % **, comparisons, && || !, min, max, abs, sqrt, exp, log, floor, let, and if with else.
    #[schemars(required)]
    pub(crate) expression: Option<String>,
    // Documented by its schema.
    #[serde(default = "Option::<E>::default")]
    #[schemars(required, schema_with = "term_weight::<E>")]
    pub(crate) weight: Option<E>,
    /// Numbers that the expression refers to by name, fixed or tuned like weights. Default 1, natural range 0.5 to 6.
    #[serde(default = "IndexMap::<String, E>::new")]
    pub(crate) parameters: IndexMap<String, E>,
}

fn term_weight<E: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = generator.subschema_for::<E>();
    let description = "The factor of the expression. Default 0, natural range -1000 to 1000.";
    schema.insert("description".to_owned(), description.into());
    schema
}

/// Reads the terms of the table at a path, whose names must differ from those that are taken; an
/// expression with a mistake is reported and replaced by 0.
pub(crate) fn read_expressions<E: JsonSchema>(
    table: &ExpressionsTable<E>,
    terms: &str,
    taken: &[&str],
    document: &mut Document<'_>,
) -> Expressions {
    report_names(terms, taken, document);
    let read = table
        .0
        .iter()
        .map(|(name, term)| read_term(&format!("{terms}.{name}"), name, term, document));
    Expressions::new(read.collect())
}

fn read_term<E: JsonSchema>(
    place: &str,
    name: &str,
    table: &TermTable<E>,
    document: &mut Document<'_>,
) -> Term {
    let parameters: Vec<String> = table.parameters.keys().cloned().collect();
    let path = format!("{place}.expression");
    let stand_in = || Term::new(name, "0", &parameters).expect("0 is an expression");
    let Some(text) = &table.expression else { return stand_in() };
    match Term::new(name, text, &parameters) {
        Ok(term) => {
            for (index, parameter) in parameters.iter().enumerate() {
                if !term.uses_parameter(index) && is_free(parameter) {
                    let span = document.span(&format!("{place}.parameters.{parameter}"));
                    let message = format!("the parameter `{parameter}` has no effect");
                    let label = "expected its name in the expression of the term";
                    let mistake = Mistake::new(span, message, label);
                    document.report(mistake.help("remove it, or use it in the expression"));
                }
            }
            term
        }
        Err(errors) => {
            for error in errors {
                let span = document.span_within(&path, error.span);
                document.report(Mistake {
                    span,
                    message: error.message,
                    label: error.label,
                    help: error.help,
                });
            }
            stand_in()
        }
    }
}

/// Whether a name is not the name of a variable.
fn is_free(name: &str) -> bool {
    VARIABLES.iter().all(|variable| variable.name != name)
}

/// Reports names that a CSV column or an exported program cannot use.
fn report_names(terms: &str, taken: &[&str], document: &mut Document<'_>) {
    let mut names = Vec::new();
    for (term, span) in document.keys(terms) {
        for (parameter, span) in document.keys(&format!("{terms}.{term}.parameters")) {
            let weight = format!("{term}-{}", parameter.replace('_', "-"));
            names.push((parameter, weight, '_', span));
        }
        names.push((term.clone(), term, '-', span));
    }
    // The JavaScript export has a key `heuristic` beside the weights.
    let mut taken: HashSet<String> = taken.iter().map(|&name| name.to_owned()).collect();
    taken.insert("heuristic".to_owned());
    for (name, weight, joint, span) in names {
        let label = if !is_name(&name, joint) {
            format!(
                "expected lower-case letters and digits, a letter first and after each `{joint}`"
            )
        } else if joint == '_' && !is_free(&name) {
            "expected another name: this one is a variable".to_owned()
        } else if !taken.insert(weight.clone()) {
            format!("expected another name: there is a weight `{weight}`")
        } else {
            continue;
        };
        let message = format!("`{}` cannot be a name", name.escape_debug());
        let help = "columns, exports and expressions refer to weights by these names";
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

/// Returns the path within the table and the entry of each weight, in the order of the heuristic's list.
pub(super) fn entries_of_terms<E: JsonSchema>(
    table: &ExpressionsTable<E>,
) -> impl Iterator<Item = (String, Option<&E>)> {
    table.0.iter().flat_map(|(name, term)| {
        let weight = (format!("{name}.weight"), term.weight.as_ref());
        let parameters = term.parameters.iter();
        let parameters = parameters
            .map(move |(parameter, entry)| (format!("{name}.parameters.{parameter}"), Some(entry)));
        std::iter::once(weight).chain(parameters)
    })
}

/// Reports terms without a finite value for some row at the start or at the end of a parameter's range.
pub(super) fn check_ranges(search_space: &SearchSpace, document: &mut Document<'_>) {
    let ends = search_space.tuned.iter().filter_map(|dimension| match dimension {
        Dimension::Weight(index, range) => Some([(*index, range.low), (*index, range.high)]),
        Dimension::Matrix(_) => None,
    });
    let ends: Vec<_> = ends.flatten().collect();
    check_finite(&search_space.start, &ends, document);
}

/// Reports terms without a finite value for some row: with the weights as they
/// are, or with one of them changed; `changes` are indices and values.
pub(crate) fn check_finite(
    weights: &Configuration,
    changes: &[(usize, f64)],
    document: &mut Document<'_>,
) {
    let (expressions, terms, first) = match weights.subject.heuristic() {
        Some(HeuristicKind::Expressions(expressions)) => (&**expressions, TERMS, 0),
        Some(HeuristicKind::Tuples(tuples)) => {
            (tuples.expressions(), TERMS_BESIDE_A_NETWORK, tuples.own_weights())
        }
        _ => return,
    };
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
        let path = format!("{terms}.{}.expression", term.name());
        let span = document.span_within(&path, undefined.span);
        let mut row = undefined.ranks.map(|rank| rank.to_string()).join(" ");
        for (parameter, value) in term.parameters().iter().zip(&values[1..]) {
            row += &format!(", {parameter} = {}", number(*value));
        }
        let found = if undefined.value.is_nan() { "no number" } else { "an infinite one" };
        let message = "an expression must have a finite value for every row";
        let label = format!("found {found} for the ranks {row}");
        document.report(
            Mistake::new(span, message, label)
                .help("tell such rows apart by `if … { … } else { … }`"),
        );
    }
}
