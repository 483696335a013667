//! What fills the settings that a file leaves out, and which games its budget counts.

use serde::{Deserialize, Serialize};

use super::settings::{AdaptiveGames, GamesPerCandidate};
use tune2048_optimizer::Optimizer;

/// What `[budget] games` counts, and which defaults a campaign has. Its folder keeps what it was made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Defaults {
    /// Those of earlier builds: the games of pilot and search; race and validation, which plays all of its
    /// games, come on top.
    Earlier,
    /// The games of pilot and search, since the file says how many race or validation play.
    Search,
    /// All games of the campaign.
    Whole,
}

impl Defaults {
    /// Fills in the population, and returns the games per candidate of a file that says nothing of them: with cma-es
    /// one, which reaches what more of them reach with twice the games (docs/optimizers.md).
    pub(super) fn settle(self, optimizer: &mut Optimizer, dimensions: usize) -> GamesPerCandidate {
        let games = match optimizer {
            Optimizer::CmaEs(settings) if self == Self::Earlier => {
                settings.population.get_or_insert((8 * dimensions as u32).min(96));
                let (low, high) = (2, 40);
                GamesPerCandidate::Adaptive(AdaptiveGames { low, high, ..AdaptiveGames::default() })
            }
            Optimizer::CmaEs(_) => GamesPerCandidate::Fixed(1),
            _ => GamesPerCandidate::Fixed(20),
        };
        optimizer.settle(dimensions);
        games
    }
}
