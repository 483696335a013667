//! What fills the settings that a file leaves out, and which games its budget counts.

use serde::{Deserialize, Serialize};

use super::settings::{AdaptiveGames, Budget, GamesPerCandidate};
use tune2048_optimizer::Optimizer;

/// The games of each candidate of other optimizers than `cma-es`, whose candidates have at most as many.
const MOST_GAMES: u64 = 20;

/// What `[budget] games` counts, and which defaults a campaign has. Its folder keeps what it was made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Defaults {
    /// Those of earlier builds: the games of pilot and search; race and validation, which plays all of its
    /// games, come on top.
    Earlier,
    /// As [`Self::Search`], with one game for each candidate of any budget.
    #[serde(rename = "search")]
    SearchOfOne,
    /// As [`Self::Whole`], with one game for each candidate of any budget.
    #[serde(rename = "whole")]
    WholeOfOne,
    /// The games of pilot and search, since the file says how many race or validation play.
    #[serde(rename = "search-2")]
    Search,
    /// All games of the campaign.
    #[serde(rename = "whole-2")]
    Whole,
}

impl Defaults {
    /// Whether the budget counts all games of a campaign.
    pub(super) fn count_all(self) -> bool {
        matches!(self, Self::Whole | Self::WholeOfOne)
    }

    /// Fills in the population, and returns the games per candidate of a file with this budget that says nothing of them.
    pub(super) fn settle(
        self,
        optimizer: &mut Optimizer,
        dimensions: usize,
        budget: &Budget,
    ) -> GamesPerCandidate {
        if let (Self::Earlier, Optimizer::CmaEs(settings)) = (self, &mut *optimizer) {
            settings.population.get_or_insert((8 * dimensions as u32).min(96));
            let (low, high) = (2, 40);
            return GamesPerCandidate::Adaptive(AdaptiveGames {
                low,
                high,
                ..AdaptiveGames::default()
            });
        }
        optimizer.settle(dimensions);
        let population = optimizer.population(dimensions);
        GamesPerCandidate::Fixed(match (optimizer, self) {
            (Optimizer::CmaEs(_), Self::Search | Self::Whole) => {
                games_by_budget(budget.games.unwrap_or(0), population, dimensions)
            }
            (Optimizer::CmaEs(_), _) => 1,
            _ => MOST_GAMES as u32,
        })
    }
}

/// The games of each candidate of `cma-es` in a campaign of so many: one, until they pay for 48 generations and eight
/// for each weight, which then have more (docs/optimizers.md).
pub(crate) fn games_by_budget(games: u64, population: u32, dimensions: usize) -> u32 {
    let generations = (8 * dimensions as u64).max(48);
    (games / (u64::from(population) * generations).max(1)).clamp(1, MOST_GAMES) as u32
}
