//! The candidates that lead a search.

use crate::record::shrinkage;
use crate::record::trial::Trial;
use crate::space::CampaignSpec;

/// A candidate that leads.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Runner {
    /// The number of its trial.
    pub(crate) trial: u64,
    /// Its weights.
    pub(crate) weights: Vec<f64>,
    /// The shrinkage estimate of its objective, and the objective itself.
    rank: [f64; 2],
}

/// The candidates with the highest shrinkage estimates, best first, each with other weights: as many
/// as a race may take.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runners(Vec<Runner>);

/// The finalists that may have the weights of a front runner and come before it: the start and three means.
const OTHERS: usize = 4;

impl Runners {
    /// Adds the candidates of a generation.
    pub(crate) fn add(&mut self, spec: &CampaignSpec, trials: &[Trial]) {
        let estimates = shrinkage::estimates(spec, trials);
        self.0.extend(estimates.into_iter().zip(trials).map(|(estimate, trial)| Runner {
            trial: trial.trial,
            weights: trial.weights.clone(),
            rank: [estimate, trial.objective],
        }));
        // The sort is stable: of equals, the earlier one comes first.
        self.0
            .sort_by(|a, b| b.rank[0].total_cmp(&a.rank[0]).then(b.rank[1].total_cmp(&a.rank[1])));
        let most = spec.selection.finalists as usize + OTHERS;
        let mut kept: Vec<Runner> = Vec::with_capacity(most + trials.len());
        for runner in self.0.drain(..) {
            if kept.len() < most && kept.iter().all(|other| other.weights != runner.weights) {
                kept.push(runner);
            }
        }
        self.0 = kept;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Runner> {
        self.0.iter()
    }
}
