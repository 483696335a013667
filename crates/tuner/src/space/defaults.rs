//! What fills the settings that a file leaves out, and which games its budget counts.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::settings::GamesPerCandidate;
use crate::subject::Subject;
use tune2048_optimizer::{CmaEsSettings, MirroredEsSettings, Optimizer};

/// The games of each candidate of optimizers that do not follow the budget, and the most of `cma-es`.
const MOST_GAMES: u64 = 20;

/// Below so many games half of the candidates find more (docs/optimizers.md).
const SMALL_BUDGET: u64 = 600;

/// The most bytes of the first line of a log that are read.
const MAX_LINE: u64 = 64 << 20;

/// The share of a campaign's games that its search plays, about.
const SEARCH_OF_WHOLE: f64 = 0.88;

/// The generations of a search by `mirrored-es`: those of a match, whose games say little, and the most of others, whose
/// candidates differ by more than luck, with up to eight weights and for each of more. Measured (docs/optimizers.md).
const FEWEST_GENERATIONS: f64 = MirroredEsSettings::GENERATIONS as f64;
const MOST_GENERATIONS: f64 = 48.0;
const MOST_GENERATIONS_OF_WEIGHT: f64 = 6.0;

/// The first step of `mirrored-es` for weights of 2048, whose ranges lie around weights that play well. Measured
/// (docs/optimizers.md).
const STEP_OF_BOARDS: f64 = 0.13;

/// The fewest pairs and the most candidates of a generation of `mirrored-es` by default.
const FEWEST_PAIRS: f64 = 4.0;
const MOST_CANDIDATES: f64 = 1000.0;

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

/// The rules by which the search of a campaign proposes candidates: those of the build that made it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchRules {
    /// `cma-es` without `[optimizer]`, seeds of optimizers that count up from the campaign's.
    #[default]
    First,
    /// `mirrored-es` without `[optimizer]`, mixed seeds of restarts, a mean that stays in the cube.
    #[serde(alias = "third", alias = "fourth")]
    Second,
}

/// What a search plays, as far as defaults follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Played {
    /// Boards of 2048, by a player of this program.
    Boards,
    /// Games of a program.
    Program,
    /// Games of a program between two sides.
    Match,
}

impl Played {
    pub(super) fn of(subject: &Subject) -> Self {
        match subject.is_program() {
            false => Self::Boards,
            true if subject.has_opponent() || subject.has_results() => Self::Match,
            true => Self::Program,
        }
    }
}

/// The defaults that a campaign was made with. Its folder keeps them, also where the budget is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedDefaults {
    /// The games that the budget counts.
    pub kind: Defaults,
    /// The games of the budget that population and games of candidates follow; `None` where they follow none.
    pub budget: Option<u64>,
    /// How candidates are proposed; left out by earlier builds.
    #[serde(default)]
    pub rules: SearchRules,
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

    /// The optimizer of a file that names none.
    pub(super) fn optimizer(self) -> Optimizer {
        match self.rules {
            SearchRules::First => Optimizer::CmaEs(CmaEsSettings::default()),
            SearchRules::Second => Optimizer::default(),
        }
    }

    /// Fills in the population, and returns the games per candidate of a file, `said` if it says them.
    pub(super) fn settle(
        self,
        optimizer: &mut Optimizer,
        dimensions: usize,
        said: Option<GamesPerCandidate>,
        played: Played,
    ) -> GamesPerCandidate {
        let default = match optimizer {
            Optimizer::MirroredEs(settings) => {
                let usual = match played {
                    Played::Boards => STEP_OF_BOARDS,
                    _ => MirroredEsSettings::STEP_SIZE,
                };
                settings.step_size.get_or_insert(usual);
                let most = match played {
                    Played::Match => FEWEST_GENERATIONS,
                    _ => MOST_GENERATIONS.max(MOST_GENERATIONS_OF_WEIGHT * dimensions as f64),
                };
                self.settle_mirrored(settings, said.map(|games| games.first()), most)
            }
            Optimizer::CmaEs(settings) => self.settle_cma_es(settings, dimensions),
            _ => {
                optimizer.settle(dimensions);
                MOST_GAMES as u32
            }
        };
        said.unwrap_or(GamesPerCandidate::Fixed(default))
    }

    /// A larger budget first pays for `most` generations, then for larger ones, which grow in number of candidates as much as
    /// in games of each: more candidates see more directions, more games tell them apart.
    fn settle_mirrored(
        self,
        settings: &mut MirroredEsSettings,
        said: Option<u32>,
        most: f64,
    ) -> u32 {
        let of_search = if self.kind == Defaults::Whole { SEARCH_OF_WHOLE } else { 1.0 };
        let games = self.budget.map(|games| games as f64 * of_search);
        let usual = f64::from(MirroredEsSettings::USUAL_POPULATION);
        let smallest = settings.population.map_or(usual, f64::from) * f64::from(said.unwrap_or(1));
        let of_generation =
            games.map_or(usual, |games| games / (games / smallest).clamp(FEWEST_GENERATIONS, most));
        let each = said.unwrap_or_else(|| {
            let by_population = settings.population.map(|given| of_generation / f64::from(given));
            let each = by_population.unwrap_or_else(|| {
                (of_generation / usual).sqrt().max(of_generation / MOST_CANDIDATES)
            });
            each.clamp(1.0, 1e8) as u32
        });
        let pairs = (of_generation / f64::from(each) / 2.0).floor();
        let by_budget = match games {
            Some(_) => 2.0 * pairs.clamp(FEWEST_PAIRS, MOST_CANDIDATES / 2.0),
            None => usual,
        };
        let population = *settings.population.get_or_insert(by_budget as u32);
        let generations = games.map(|games| games / f64::from(population) / f64::from(each));
        let by_budget = generations.map(|count| count.clamp(1.0, 1e9) as u32);
        settings.generations.get_or_insert(by_budget.unwrap_or(MirroredEsSettings::GENERATIONS));
        each
    }

    fn settle_cma_es(self, settings: &mut CmaEsSettings, dimensions: usize) -> u32 {
        let is_small = self.budget.is_some_and(|games| games < SMALL_BUDGET);
        let usual = Optimizer::CmaEs(*settings).population(dimensions);
        let default = if is_small { usual / 2 } else { usual };
        let population = *settings.population.get_or_insert(default);
        games_by_budget(self.budget.unwrap_or(0), population, dimensions)
    }
}

/// The games of each candidate of `cma-es` in a new campaign of so many: one, until they pay for 48 generations and
/// eight for each weight, which then have more (docs/optimizers.md).
fn games_by_budget(games: u64, population: u32, dimensions: usize) -> u32 {
    let generations = (8 * dimensions as u64).max(48);
    (games / (u64::from(population) * generations).max(1)).clamp(1, MOST_GAMES) as u32
}
