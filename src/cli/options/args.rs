//! Arguments that several commands share; numbers of things are read as people write them: `5000`, `10k`, `1.5M`,
//! `200_000`.

use std::fmt::Display;
use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::thread;

use clap::builder::{OsStringValueParser, TypedValueParser};
use tune2048_engine::evaluate::limits;
use tune2048_engine::player::{Depth, NodeBudget, PlayerSettings};
use tune2048_tuner::space::Budget;
use tune2048_tuner::space::limits::{Limits, ValidationLimit};
use tune2048_tuner::subject::{Configuration, Player};

use crate::cli::terminal::BadInput;
use crate::view::campaigns::Root;
use tune2048_tuner::record::source::{NETWORKS, RESULTS};

/// The option `--threads`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Threads {
    /// Number of threads that play games [default: all cores]; results do not depend on it.
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<usize>,
}

/// Parses the value of `--threads`.
pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    limits::threads(text.parse().unwrap_or(0))
}

/// Parses a number of games whose results are held in memory.
pub(crate) fn parse_games(text: &str) -> Result<u64, String> {
    // Numbers are read as everywhere, with `k` and `M`.
    limits::games(count(text).unwrap_or(0))
}

/// Reads a number of things: a whole one after `k` or `M` have become thousands or millions.
pub(crate) fn count(text: &str) -> Option<u64> {
    let text = text.trim().replace('_', "");
    let units = [('k', 1e3), ('K', 1e3), ('m', 1e6), ('M', 1e6)];
    let unit = units.into_iter().find(|(unit, _)| text.ends_with(*unit));
    let Some((_, unit)) = unit else { return text.parse().ok() };
    let number: f64 = text[..text.len() - 1].parse().ok()?;
    let product = (number * unit).round();
    // Below 2^53 all whole numbers are exact.
    let is_whole = (number * unit - product).abs() < 1e-6 && (0.0..9e15).contains(&product);
    is_whole.then_some(product as u64)
}

/// Reads a number of things in a range.
pub(crate) fn count_in<T: Copy + Display + PartialOrd + TryFrom<u64>>(
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    let number = count(text).and_then(|number| T::try_from(number).ok());
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        format!("expected {} to {}, such as 5000, 10k or 2M", range.start(), range.end())
    })
}

/// Returns the number of cores that this process may use.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The options of the search, which replace those of a weights file.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct DepthOption {
    /// Search depth: 0 to 8 spawns, `distinct-tiles` or `free-cells` [default: as the weights say].
    ///
    /// `distinct-tiles` stands for max(3, distinct tiles - 2); `free-cells` for 1 with more than
    /// seven free cells, 2 with more than four, else 3.
    #[arg(long, value_name = "D")]
    depth: Option<Depth>,
    /// Approximate number of boards to evaluate for an average move, in place of a depth.
    #[arg(long, value_name = "NODES", conflicts_with = "depth")]
    budget: Option<NonZeroU64>,
    /// On boards with this tile or a larger one, halve all tiles above the largest missing one.
    ///
    /// The search then knows more of them, if its weights were learned with few such boards.
    #[arg(long, value_name = "TILE")]
    downgrade_from: Option<u32>,
}

impl DepthOption {
    /// Returns the given depth or, without one, these options.
    pub(crate) fn or(self, depth: Option<Depth>) -> Self {
        if depth.is_some() { Self { depth, budget: None, ..self } } else { self }
    }

    /// Sets the options of a player that are given.
    ///
    /// # Errors
    /// If the player has none of them, or a number is out of its range.
    pub(crate) fn apply(self, weights: &mut Configuration) -> Result<(), BadInput> {
        if let Some(tile) = self.downgrade_from {
            let subject = &weights.subject;
            let Some(PlayerSettings::Expectimax(mut settings)) = subject.player().cloned() else {
                return Err(BadInput(format!(
                    "--downgrade-from: found the player {subject}, expected expectimax - leave \
                     the option out"
                )));
            };
            settings.downgrade_from = Some(tile);
            *weights = weights.played_as(Player::Board(PlayerSettings::Expectimax(settings)));
            let checked = weights.subject.check();
            checked.map_err(|error| BadInput(format!("--downgrade-from: {error}")))?;
        }
        let (depth, option) = match (self.depth, self.budget) {
            (Some(depth), _) => (depth, "--depth"),
            (None, Some(nodes)) => {
                let budget = NodeBudget { nodes: nodes.get(), ..NodeBudget::default() };
                (Depth::Nodes(budget), "--budget")
            }
            (None, None) => return Ok(()),
        };
        *weights = weights.at_depth(depth, option).map_err(|error| BadInput(error.to_string()))?;
        Ok(())
    }
}

/// Options that replace limits of the search space.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct BudgetOptions {
    /// Budget in games [default: as in the search space].
    #[arg(long, value_name = "N", value_parser = |text: &str| count_in(text, 1..=1_000_000_000_000_000_u64))]
    games: Option<u64>,
    /// Budget of the search in generations [default: as in the search space].
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// Budget of the search in minutes [default: as in the search space].
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,
    /// Number of validation games; more than before make a further look, with a wider interval.
    #[arg(long, value_name = "N", value_parser = |text: &str| count_in(text, 0..=100_000_000_u32))]
    validation_games: Option<u32>,
}

impl BudgetOptions {
    /// Returns the limits that are given.
    pub(crate) fn limits(&self) -> Limits {
        let Self { games, generations, minutes, validation_games } = *self;
        let validation = ValidationLimit { games: validation_games };
        Limits { seed: None, budget: Budget { games, generations, minutes }, validation }
    }

    /// Returns the options that are given, as they are written.
    pub(crate) fn given(&self) -> Vec<String> {
        let Self { games, generations, minutes, validation_games } = *self;
        let options = [
            games.map(|games| format!("--games {games}")),
            generations.map(|generations| format!("--generations {generations}")),
            minutes.map(|minutes| format!("--minutes {minutes}")),
            validation_games.map(|games| format!("--validation-games {games}")),
        ];
        options.into_iter().flatten().collect()
    }
}

/// The folders with the runs that a command looks at: the one that is given, else the usual ones, or
/// the current folder if that is one of runs.
pub(crate) fn folders_of_runs(given: Option<PathBuf>) -> Result<Vec<Root>, BadInput> {
    let root = |folder: &str| Root { folder: PathBuf::from(folder), prefix: "" };
    if let Some(folder) = given {
        if folder.is_dir() {
            return Ok(vec![Root { folder, prefix: "" }]);
        }
        return Err(BadInput(format!(
            "{}: found {}, expected a run's folder or a folder of runs, such as {RESULTS}",
            folder.display(),
            if folder.exists() { "a file" } else { "nothing" }
        )));
    }
    let is_above = [RESULTS, NETWORKS].iter().any(|folder| Path::new(folder).is_dir());
    Ok(match root(".") {
        here if !is_above && !here.runs().is_empty() => vec![here],
        _ => vec![root(RESULTS), Root { prefix: "networks/", ..root(NETWORKS) }],
    })
}

/// Reads the value of `--out`: commands that take it again by its name read text only.
pub(crate) fn out_path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|path| {
        let path = path.into_string().map(PathBuf::from);
        path.map_err(|_| "found bytes that are no text, expected a path in UTF-8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_have_units() {
        for (text, number) in [
            ("5000", 5000),
            ("10k", 10_000),
            ("1.5M", 1_500_000),
            ("200_000", 200_000),
            ("0.5K", 500),
        ] {
            assert_eq!(count(text), Some(number), "{text}");
        }
        for text in ["", "k", "-1k", "1.2345k", "1e3", "ten", "5 k", "99999999999M"] {
            assert_eq!(count(text), None, "{text}");
        }
        assert_eq!(count_in("4k", 1..=5000_u32), Ok(4000));
        assert!(count_in("6k", 1..=5000_u32).is_err());
    }
}
