//! The table of a heuristic of this library in a file: its settings, and its weights by name.

use std::sync::Arc;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::expression_entry::{
    ExpressionsTable, TERMS_BESIDE_A_NETWORK, entries_of_terms, read_expressions,
};
use super::matrix_entry::MatrixEntry;
use super::weight_entry::WeightEntry;
use tune2048_engine::heuristic::tuples::{FACTOR, NAME, Tuples, added_weights};
use tune2048_engine::heuristic::{CellValue, HeuristicKind, Orientations, WeightSpec};
use tune2048_engine::tuples::NamedNetwork;
use tune2048_files::toml_errors::{Document, Mistake};

/// Settings of heuristics, and weights by name. The schema of [`HeuristicTable`](super::heuristic_table::HeuristicTable)
/// says which heuristic has which of them.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct BoardTable {
    /// The value of a cell that the matrix multiplies.
    #[serde(default)]
    pub(super) cells: CellValue,
    /// The sixteen entries. Default the published matrix.
    pub(super) matrix: Option<MatrixEntry>,
    /// The number of orientations of the board of which the best counts: 2 are a matrix and its transpose. Default 8, of an exponential snake 1.
    pub(super) orientations: Option<Orientations>,
    /// The exponents of the matrix, four rows of four weights. Default the exponents of its author.
    exponents: Option<[[WeightEntry; 4]; 4]>,
    /// The network: `learned-small` or `learned-medium`, which are built in, or the path of a file that `tune2048 learn` wrote, from the current folder.
    network: Option<String>,
    /// The checksum of the network, if it must be this one and no other.
    checksum: Option<String>,
    /// Terms of rows and columns that correct the network.
    expressions: Option<ExpressionsTable>,
    #[serde(flatten)]
    #[schemars(skip)]
    pub(super) weights: IndexMap<String, WeightEntry>,
}

impl BoardTable {
    /// The learned network of the table with its terms; one that cannot be opened is reported, and replaced by
    /// one that is built in.
    pub(super) fn tuples(&self, tuned: &[&str], document: &mut Document<'_>) -> HeuristicKind {
        let path = format!("heuristic.{NAME}");
        let is_given = document.has(&format!("{path}.network"));
        // Missing only where its absence is reported, or its line is not TOML.
        let name = self.network.as_deref().unwrap_or_default();
        let opened = NamedNetwork::open(name).inspect_err(|error| {
            if is_given {
                let span = document.span(&format!("{path}.network"));
                let message = format!("the network `{name}` cannot be used");
                document.report(Mistake::new(span, message, error.to_string()));
            }
        });
        let network = opened.or_else(|_| NamedNetwork::open("learned-small"));
        let network: Arc<NamedNetwork> = network.expect("a test opens the built-in network");
        let found = network.network.checksum();
        if let Some(expected) = &self.checksum
            && network.name == name
            && *expected != found
        {
            let message = format!("the network `{name}` is another one");
            let label = format!("expected the checksum {expected}, found {found}");
            let help = "give the network that was used, or remove `checksum`";
            document.report_at(&format!("{path}.checksum"), message, label, help);
        }
        let mut tuples = Tuples::new(network, self.weights.keys().map(String::as_str));
        if let Some(terms) = &self.expressions {
            let weights: Vec<WeightSpec> = weights_of_tuples().collect();
            let taken = weights.iter().map(|weight| &*weight.name).chain(tuned.iter().copied());
            let taken: Vec<&str> = taken.collect();
            let terms = read_expressions(terms, TERMS_BESIDE_A_NETWORK, &taken, document);
            tuples = tuples.with_expressions(Arc::new(terms));
        }
        HeuristicKind::Tuples(Arc::new(tuples))
    }

    /// The index in the list of the heuristic, the path within the table, and the entry of each single weight; a
    /// matrix is not a list of them.
    pub(super) fn entries(&self, heuristic: &HeuristicKind) -> Vec<(usize, String, &WeightEntry)> {
        let named = |(name, entry): (&String, _)| {
            Some((heuristic.weight_index(name)?, name.clone(), entry))
        };
        let mut entries: Vec<_> = self.weights.iter().filter_map(named).collect();
        let exponents = self.exponents.iter().flatten().flatten().enumerate();
        entries
            .extend(exponents.map(|(cell, entry)| {
                (cell, format!("exponents.{}.{}", cell / 4, cell % 4), entry)
            }));
        if let (Some(terms), HeuristicKind::Tuples(tuples)) = (&self.expressions, heuristic) {
            entries.extend(entries_of_terms(terms, tuples.own_weights(), "expressions."));
        }
        entries.sort_by_key(|(index, ..)| *index);
        entries
    }
}

/// The weights that a network can have beside expressions.
pub(super) fn weights_of_tuples() -> impl Iterator<Item = WeightSpec> {
    std::iter::once(FACTOR.clone()).chain(added_weights())
}
