//! What fills the settings that a file leaves out.

use serde::{Deserialize, Serialize};

use super::settings::{AdaptiveGames, GamesPerCandidate};
use tune2048_optimizer::Optimizer;

/// The defaults of a campaign. Its folder keeps those that it was made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Defaults {
    /// Those of earlier builds: the validation plays all of its games, and the starting weights play, too.
    Earlier,
    /// Those of this build.
    Search,
}

impl Defaults {
    /// Returns the meaning of a manifest that says nothing.
    pub(crate) fn earlier() -> Self {
        Self::Earlier
    }

    /// Whether a manifest says nothing.
    pub(crate) fn is_earlier(&self) -> bool {
        *self == Self::Earlier
    }

    /// Fills in the population, and returns the games per candidate of a file that says nothing of them. With cma-es
    /// they follow the reliability of the ranking, which reaches what twenty reach with half as many (docs/optimizers.md).
    pub(super) fn settle(self, optimizer: &mut Optimizer, dimensions: usize) -> GamesPerCandidate {
        optimizer.settle(dimensions);
        match optimizer {
            Optimizer::CmaEs(_) => GamesPerCandidate::Adaptive(AdaptiveGames {
                low: 2,
                high: 40,
                ..AdaptiveGames::default()
            }),
            _ => GamesPerCandidate::Fixed(20),
        }
    }
}
