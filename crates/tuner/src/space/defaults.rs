//! What fills the settings that a file leaves out, and which games its budget counts.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::settings::GamesPerCandidate;
use tune2048_optimizer::Optimizer;

/// The games of each candidate of other optimizers than `cma-es`, whose candidates have at most as many.
const MOST_GAMES: u64 = 20;

/// Below so many games half of the candidates find more (docs/optimizers.md).
const SMALL_BUDGET: u64 = 600;

/// The most bytes of the first line of a log that are read.
const MAX_LINE: u64 = 64 << 20;

/// What `[budget] games` counts, and which defaults a campaign has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Defaults {
    /// The games of pilot and search. The files of earlier builds say all else, except that the starting
    /// weights play in the validation.
    Earlier,
    /// The games of pilot and search, since the file says how many race or validation play.
    Search,
    /// All games of the campaign.
    Whole,
}

/// The defaults that a campaign was made with. Its folder keeps them, also where the budget is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedDefaults {
    /// The games that the budget counts.
    pub kind: Defaults,
    /// The games of the budget that population and games of `cma-es` follow; `None` where they follow none.
    pub budget: Option<u64>,
}

impl RecordedDefaults {
    /// The defaults of the campaign in whose folder a file stands, if it is one: they are in the
    /// first line of the log.
    pub(super) fn beside(path: &Path) -> Option<Self> {
        #[derive(Deserialize)]
        struct Began {
            defaults: RecordedDefaults,
        }
        let log = File::open(path.parent()?.join("log.jsonl")).ok()?;
        let mut line = String::new();
        BufReader::new(log.take(MAX_LINE)).read_line(&mut line).ok()?;
        Some(serde_json::from_str::<Began>(&line).ok()?.defaults)
    }

    /// Fills in the population, and returns the games per candidate of a file that says nothing of them.
    pub(super) fn settle(self, optimizer: &mut Optimizer, dimensions: usize) -> GamesPerCandidate {
        let Optimizer::CmaEs(settings) = optimizer else {
            optimizer.settle(dimensions);
            return GamesPerCandidate::Fixed(MOST_GAMES as u32);
        };
        let is_small = self.budget.is_some_and(|games| games < SMALL_BUDGET);
        let usual = Optimizer::CmaEs(*settings).population(dimensions);
        let default = if is_small { usual / 2 } else { usual };
        let population = *settings.population.get_or_insert(default);
        let games = games_by_budget(self.budget.unwrap_or(0), population, dimensions);
        GamesPerCandidate::Fixed(games)
    }
}

/// The games of each candidate of `cma-es` in a new campaign of so many: one, until they pay for 48 generations and
/// eight for each weight, which then have more (docs/optimizers.md).
pub(crate) fn games_by_budget(games: u64, population: u32, dimensions: usize) -> u32 {
    let generations = (8 * dimensions as u64).max(48);
    (games / (u64::from(population) * generations).max(1)).clamp(1, MOST_GAMES) as u32
}
