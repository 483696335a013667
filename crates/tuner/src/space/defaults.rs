//! What fills the settings that a file leaves out, and which games its budget counts.

use serde::{Deserialize, Serialize};

use super::settings::{AdaptiveGames, GamesPerCandidate};
use tune2048_optimizer::Optimizer;

/// The games of each candidate of other optimizers than `cma-es`, whose candidates have at most as many.
const MOST_GAMES: u64 = 20;

/// What `[budget] games` counts, and which defaults a campaign has.
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

/// The defaults that a campaign was made with. Its folder keeps them, also where the budget is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedDefaults {
    /// What the budget counts.
    pub kind: Defaults,
    /// The games of each candidate of `cma-es` where the file says nothing of them.
    pub games_per_candidate: u32,
}

impl Defaults {
    /// Fills in the population, and returns the games per candidate of a file that says nothing of them; `of_cma_es`
    /// tells those of a population.
    pub(super) fn settle(
        self,
        optimizer: &mut Optimizer,
        dimensions: usize,
        of_cma_es: impl FnOnce(u32) -> u32,
    ) -> GamesPerCandidate {
        if let (Self::Earlier, Optimizer::CmaEs(settings)) = (self, &mut *optimizer) {
            settings.population.get_or_insert((8 * dimensions as u32).min(96));
            let (low, high) = (2, 40);
            let settings = AdaptiveGames { low, high, ..AdaptiveGames::default() };
            return GamesPerCandidate::Adaptive(settings);
        }
        optimizer.settle(dimensions);
        GamesPerCandidate::Fixed(match optimizer {
            Optimizer::CmaEs(_) => of_cma_es(optimizer.population(dimensions)),
            _ => MOST_GAMES as u32,
        })
    }
}

/// The games of each candidate of `cma-es` in a new campaign of so many: one, until they pay for 48 generations and
/// eight for each weight, which then have more (docs/optimizers.md).
pub(crate) fn games_by_budget(games: u64, population: u32, dimensions: usize) -> u32 {
    let generations = (8 * dimensions as u64).max(48);
    (games / (u64::from(population) * generations).max(1)).clamp(1, MOST_GAMES) as u32
}
