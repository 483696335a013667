//! A learned network, and terms of rows and of the board that correct it.
//!
//! ```text
//! factor · (value of the network) + the terms of rich rows that the file names
//!     + the terms that the file writes as expressions
//! ```
//!
//! Values are points still to come: a search adds the points of each merge to what follows. A
//! term that a file does not name is 0 here, where [`rows`] has the default of 2014.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::expressions::Expressions;
use super::leaf_kernel::LeafKernel;
use super::limits::{MAX_VALUE, limited};
use super::lines_and_squares::LinesAndSquares;
use super::network_lookups::NetworkLookups;
use super::rich_rows::{self, tables_beside};
use super::rows;
use super::searched::Searched;
use super::weight_spec::WeightSpec;
#[cfg(target_arch = "x86_64")]
use crate::tuples::Pext;
use crate::tuples::{NamedNetwork, Numbers, Portable, Weight, Weights};

/// The name in files.
pub const NAME: &str = "tuples";

/// The value of a board in words.
pub const MEANING: &str =
    "Points still to come, by a network of tuples that `tune2048 learn` wrote.";

/// The weight that multiplies the value of a network.
pub static FACTOR: WeightSpec = WeightSpec::named("factor", 1.0, [0.5, 2.0])
    .means("Times the value of the network, which is in points.");

/// A network with the list of all weights: the factor, then those of rows and rich rows that a
/// file names, then those of expressions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "TuplesData", into = "TuplesData")]
pub struct Tuples {
    network: Arc<NamedNetwork>,
    weights: Vec<WeightSpec>,
    expressions: Arc<Expressions>,
}

/// The weights that a file may add to the factor.
pub fn added_weights() -> impl Iterator<Item = WeightSpec> {
    let all = rows::WEIGHTS.iter().chain(rich_rows::WEIGHTS.iter());
    all.map(|spec| WeightSpec {
        default: if rich_rows::term_of(spec).is_some() { 0.0 } else { spec.default },
        ..spec.clone()
    })
}

impl Tuples {
    /// A network with the terms that are named; unknown names are ignored.
    pub fn new<'n>(network: Arc<NamedNetwork>, names: impl IntoIterator<Item = &'n str>) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        let named = added_weights().filter(|spec| names.contains(&&*spec.name));
        let weights = std::iter::once(FACTOR.clone()).chain(named).collect();
        Self { network, weights, expressions: Arc::default() }
    }

    /// Replaces the terms of expressions by these. Their weights must have other names than those
    /// that the network has already.
    #[must_use]
    pub fn with_expressions(mut self, expressions: Arc<Expressions>) -> Self {
        self.weights.truncate(self.own_weights());
        self.weights.extend_from_slice(expressions.weights());
        self.expressions = expressions;
        self
    }

    /// The terms of expressions.
    pub fn expressions(&self) -> &Expressions {
        &self.expressions
    }

    /// The number of weights before those of the expressions.
    pub fn own_weights(&self) -> usize {
        self.weights.len() - self.expressions.weights().len()
    }

    pub(super) fn weights(&self) -> &[WeightSpec] {
        &self.weights
    }

    /// The network.
    pub fn network(&self) -> &NamedNetwork {
        &self.network
    }

    pub(super) fn tables(&self, values: &[f64]) -> Box<dyn Searched> {
        let network = &self.network.network;
        let factor = limited(values[0], MAX_VALUE) as f32;
        if let Some(flat) = LinesAndSquares::new(network, factor) {
            return self.with_rows(flat, values);
        }
        match network.weights() {
            Weights::Floats(numbers) => self.with_lookups(numbers, factor, values),
            Weights::Multiples(numbers) => self.with_lookups(numbers, factor, values),
        }
    }

    /// The tables with lookups in these numbers, by the fastest instructions of this processor.
    fn with_lookups<T: Weight>(
        &self,
        numbers: &Arc<Numbers<T>>,
        factor: f32,
        values: &[f64],
    ) -> Box<dyn Searched> {
        let (network, numbers) = (Arc::clone(&self.network), Arc::clone(numbers));
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = Pext::get() {
            return self.with_rows(NetworkLookups::new(network, numbers, pext, factor), values);
        }
        self.with_rows(NetworkLookups::new(network, numbers, Portable, factor), values)
    }

    /// Adds the terms that the file names and writes, if there are any, to the tables of the network.
    fn with_rows(&self, tuples: impl LeafKernel + 'static, values: &[f64]) -> Box<dyn Searched> {
        if self.weights.len() == 1 {
            return Box::new(tuples);
        }
        let own = self.own_weights();
        let written = self.expressions.row_values(&values[own..]);
        let (weights, values) = (&self.weights[1..own], &values[1..own]);
        Box::new(tables_beside(tuples, weights, values, &written))
    }

    /// The term that a weight multiplies.
    pub(super) fn term_of(&self, weight: usize) -> Option<&str> {
        match weight.checked_sub(self.own_weights()) {
            Some(written) => self.expressions.term_of(written),
            None if weight == 0 => Some("network"),
            None => rich_rows::term_of(&self.weights[weight]),
        }
    }
}

/// The network by name and checksum, the names of the weights beside the factor, and the terms of
/// expressions.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TuplesData {
    network: String,
    checksum: String,
    #[serde(default)]
    weights: Vec<String>,
    #[serde(default, skip_serializing_if = "is_empty")]
    expressions: Arc<Expressions>,
}

fn is_empty(expressions: &Arc<Expressions>) -> bool {
    expressions.terms().is_empty()
}

impl From<Tuples> for TuplesData {
    fn from(tuples: Tuples) -> Self {
        let names = tuples.weights[1..tuples.own_weights()].iter();
        Self {
            network: tuples.network.name.clone(),
            checksum: tuples.network.network.checksum(),
            weights: names.map(|spec| spec.name.to_string()).collect(),
            expressions: tuples.expressions,
        }
    }
}

/// Reads no file: the network must be built in, or this process must have opened it.
impl TryFrom<TuplesData> for Tuples {
    type Error = String;

    fn try_from(data: TuplesData) -> Result<Self, String> {
        let network = NamedNetwork::find(&data.network, &data.checksum).ok_or_else(|| {
            format!(
                "the network `{}` with the checksum {} is not here: without its file only built-in \
                 networks are known",
                data.network, data.checksum
            )
        })?;
        let tuples = Self::new(network, data.weights.iter().map(String::as_str));
        let mut written = data.expressions.weights().iter();
        match written.find(|spec| tuples.weights.iter().any(|own| own.name == spec.name)) {
            Some(taken) => Err(format!("two weights are called `{}`, expected one", taken.name)),
            None => Ok(tuples.with_expressions(data.expressions)),
        }
    }
}
