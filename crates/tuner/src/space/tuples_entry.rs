//! A learned network in a file: its name, and the weights of the terms that correct it.

use std::borrow::Cow;
use std::sync::Arc;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::expression_entry::{
    ExpressionsTable, TERMS_BESIDE_A_NETWORK, entries_of_terms, read_expressions,
};
use super::weight_entry::weight_schema;
use crate::subject::Subject;
use tune2048_engine::heuristic::HeuristicKind;
use tune2048_engine::heuristic::tuples::{FACTOR, NAME, Tuples, added_weights};
use tune2048_engine::tuples::NamedNetwork;
use tune2048_files::toml_errors::{Document, Mistake};

/// A learned network, its factor, and the weights of terms that correct it.
#[derive(Debug, Deserialize)]
pub(crate) struct TuplesTable<E: JsonSchema> {
    /// The name of a built-in network, or the path of a file from the current folder.
    /// Missing only where its absence is reported, or its line is not TOML.
    #[serde(default)]
    pub(crate) network: String,
    /// The checksum of the network, if it must be a certain one.
    checksum: Option<String>,
    /// Terms of rows and columns that are written as expressions.
    expressions: Option<ExpressionsTable<E>>,
    /// The factor and the weights of the terms.
    #[serde(flatten)]
    pub(crate) weights: IndexMap<String, E>,
}

impl<E: JsonSchema> JsonSchema for TuplesTable<E> {
    fn schema_name() -> Cow<'static, str> {
        format!("Tuples_{}", E::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut properties = serde_json::Map::new();
        let text =
            |description: &str| serde_json::json!({ "type": "string", "description": description });
        let network = text(
            "The network: `learned-small` or `learned-medium`, which are built in, or the path of \
             a file that `tune2048 learn` wrote, from the current folder.",
        );
        properties.insert("network".to_owned(), network);
        let checksum = text("The checksum of the network, if it must be this one and no other.");
        properties.insert("checksum".to_owned(), checksum);
        let terms = generator.subschema_for::<ExpressionsTable<E>>();
        properties.insert("expressions".to_owned(), terms.to_value());
        for weight in std::iter::once(FACTOR.clone()).chain(added_weights()) {
            let schema = weight_schema::<E>(&weight, generator);
            properties.insert(weight.name.to_string(), schema.to_value());
        }
        json_schema!({
            "type": "object",
            "description": "A learned network. Terms that are not given are left out.",
            "properties": properties,
            "required": ["network"],
            "additionalProperties": false,
        })
    }
}

impl<E: JsonSchema> TuplesTable<E> {
    /// The heuristic of the table; a network that cannot be opened is reported, and replaced by
    /// the one that is built in.
    pub(crate) fn kind(&self, document: &mut Document<'_>) -> HeuristicKind {
        let path = format!("heuristic.{NAME}");
        let is_given = document.has(&format!("{path}.network"));
        let opened = NamedNetwork::open(&self.network).inspect_err(|error| {
            if is_given {
                let span = document.span(&format!("{path}.network"));
                let message = format!("the network `{}` cannot be used", self.network);
                document.report(Mistake::new(span, message, error.to_string()));
            }
        });
        let network = opened.or_else(|_| NamedNetwork::open("learned-small"));
        let network: Arc<NamedNetwork> = network.expect("a test opens the built-in network");
        let found = network.network.checksum();
        if let Some(expected) = &self.checksum
            && network.name == self.network
            && *expected != found
        {
            let message = format!("the network `{}` is another one", self.network);
            let label = format!("expected the checksum {expected}, found {found}");
            let help = "give the network that was used, or remove `checksum`";
            document.report_at(&format!("{path}.checksum"), message, label, help);
        }
        let mut tuples = Tuples::new(network, self.weights.keys().map(String::as_str));
        if let Some(terms) = &self.expressions {
            let all = std::iter::once(FACTOR.clone()).chain(added_weights());
            let taken = all.map(|weight| weight.name.into_owned());
            let terms = read_expressions(terms, TERMS_BESIDE_A_NETWORK, taken, document);
            tuples = tuples.with_expressions(Arc::new(terms));
        }
        HeuristicKind::Tuples(Arc::new(tuples))
    }

    /// The index in the list of the heuristic, the path within the table, and the entry of each
    /// weight.
    pub(crate) fn entries(&self, subject: &Subject) -> Vec<(usize, String, &E)> {
        let Some(HeuristicKind::Tuples(tuples)) = subject.heuristic() else { return Vec::new() };
        let own = tuples.own_weights();
        let named = |(name, entry): (&String, _)| {
            let index = subject.index_of(name).filter(|&index| index < own)?;
            Some((index, name.clone(), entry))
        };
        let mut entries: Vec<_> = self.weights.iter().filter_map(named).collect();
        if let Some(terms) = &self.expressions {
            entries.extend(entries_of_terms(terms, own, "expressions."));
        }
        entries
    }
}
