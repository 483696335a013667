//! The search space that applies to the generation in progress.

use crate::campaign::change::spec_history::{SpecHistory, SpecStage};
use crate::space::CampaignSpec;

/// The history of a campaign's search space with the present stage.
#[derive(Clone, Debug)]
pub(crate) struct ActiveSpec {
    /// All stages.
    pub(crate) history: SpecHistory,
    /// The place of the present stage in the history.
    pub(crate) stage: usize,
    /// The search space of the present stage, with the limits of the last one.
    pub(crate) spec: CampaignSpec,
}

impl ActiveSpec {
    /// A history at one of its stages.
    ///
    /// # Panics
    /// If there is no such stage.
    pub(crate) fn at(history: SpecHistory, stage: usize) -> Self {
        let entered = history.get(stage).expect("a history only grows");
        let latest = history.latest();
        // Limits and what follows on the search change no generation, so that
        // their last values always apply.
        let mut spec = entered.spec.clone();
        spec.budget = latest.budget;
        spec.bill = latest.bill;
        spec.selection = latest.selection;
        spec.validation = latest.validation;
        Self { history, stage, spec }
    }

    /// Enters a stage.
    ///
    /// # Panics
    /// If there is no such stage.
    pub(crate) fn enter(&mut self, stage: usize) {
        *self = Self::at(self.history.clone(), stage);
    }

    /// The stage after the present one, if it has begun by this generation.
    pub(crate) fn next_begun_by(&self, generation: u32) -> Option<&SpecStage> {
        let next = self.history.get(self.stage + 1);
        next.filter(|next| next.first_generation <= generation)
    }
}
