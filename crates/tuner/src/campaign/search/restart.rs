//! The restarts of an optimizer during a campaign: from a wider distribution if its ranking is
//! noise, from what another campaign has learned, and where a processor cannot replay the record.

use crate::campaign::{Campaign, CampaignError, Event, RankedSearch, Result, Session};
use crate::record::{DistributionRow, next_generation};
use tune2048_optimizer::{Distribution, Proposal, boundary};

/// The factor of the step size when a search restarts because its ranking is noise.
const WIDER: f64 = 2.0;

impl Campaign {
    /// Restarts the optimizer from a distribution, and records it.
    ///
    /// # Errors
    /// If the distribution is not valid or cannot be recorded.
    pub(crate) fn restart_from(
        &mut self,
        generation: u32,
        distribution: Distribution,
    ) -> Result<()> {
        let row = DistributionRow { generation, restarted: true, distribution };
        let search = RankedSearch::restarted(&self.spec, generation, &row.distribution)?;
        self.search = search.tolerating(self.journals.tolerance());
        // A process that was killed here may have left the row already.
        if self.journals.distributions.last() != Some(&row) {
            self.journals.distributions.append(row)?;
        }
        Ok(())
    }

    /// Restarts the optimizer from its mean, with a larger step size.
    ///
    /// # Errors
    /// If the distribution cannot be recorded.
    pub(crate) fn restart_wider(
        &mut self,
        proposal: &Proposal,
        generation: u32,
        session: &Session<'_>,
    ) -> Result<()> {
        let last = proposal.distribution.as_ref();
        let last = last.expect("only an optimizer with a distribution may restart");
        let wider = Distribution {
            mean: boundary::clamp(&last.mean),
            step_size: WIDER * last.step_size,
            covariance: last.covariance.clone(),
        };
        let step_size = wider.step_size;
        self.restart_from(generation, wider)?;
        session.observe(&Event::RestartedWider { generation, step_size });
        Ok(())
    }

    /// Restarts the optimizer from the last recorded distribution, where the
    /// present processor cannot replay the record bit for bit.
    ///
    /// A generation that has recorded candidates stays as it is, and the next
    /// one is drawn from the same distribution.
    ///
    /// # Errors
    /// If no distribution is recorded, or the restart cannot be recorded.
    pub fn restart_from_distribution(&mut self) -> Result<()> {
        let Some(last) = self.journals.distributions.last().cloned() else {
            return Err(CampaignError::no_distribution(self.folder()));
        };
        let generation = next_generation(self.journals.trials.rows());
        self.restart_from(generation, last.distribution)
    }
}
