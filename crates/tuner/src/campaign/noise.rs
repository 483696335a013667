//! What a search does when its ranking is noise.

use super::search::Search;
use super::{Campaign, CampaignError, Event, Observer};
use crate::checkpoint::DistributionRow;
use crate::spec::{GamesPerCandidate, OnNoise};
use tune2048_optimizer::{Distribution, Proposal, boundary};

/// A restart looks so many times as far.
const WIDER: f64 = 2.0;

impl Campaign {
    /// What to do before a generation, all before it being recorded.
    pub(super) fn on_noise(&self, generation: u32) -> OnNoise {
        match &self.space.games_per_candidate {
            GamesPerCandidate::Adaptive(settings)
                if settings.on_noise != OnNoise::GoOn
                    && self.ranking(generation).is_noise(settings) =>
            {
                settings.on_noise
            }
            _ => OnNoise::GoOn,
        }
    }

    /// Starts the optimizer anew from its mean, with a larger step size.
    pub(super) fn restart_wider(
        &mut self,
        proposal: &Proposal,
        generation: u32,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let last = proposal.distribution.as_ref();
        let last = last.expect("only an optimizer with a distribution may restart");
        let row = DistributionRow {
            generation,
            restarted: true,
            distribution: Distribution {
                mean: boundary::clamp(&last.mean),
                step_size: WIDER * last.step_size,
                covariance: last.covariance.clone(),
            },
        };
        self.search = Search::restarted(&self.space, &row)?;
        self.distribution_log.append(&row)?;
        observer.observe(&Event::RestartedWider {
            generation,
            step_size: row.distribution.step_size,
        });
        self.distributions.push(row);
        Ok(())
    }
}
