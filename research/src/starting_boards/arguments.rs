//! The arguments of the study.

use std::str::FromStr;

use crate::splitting::MAX_CONTINUATIONS;

pub(crate) const USAGE: &str = "usage: starting_boards [--budget BOARDS] [--candidates N] [--step SHARE] \
[--truth GAMES] [--pool UNITS] [--stages TILE[,TILE[,TILE]]] [--continuations N] [--at GAMES[,GAMES]...] \
[--replications N] [--seed N] [--threads N]";

/// What to play and how to compare it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Arguments {
    /// The boards that a search may value for one move.
    pub(crate) budget: u64,
    /// The number of candidates.
    pub(crate) candidates: usize,
    /// The standard deviation of the candidates, as a share of every range.
    pub(crate) step: f64,
    /// The whole games from which the truth of each candidate is estimated.
    pub(crate) truth: usize,
    /// The units of every method that each candidate plays.
    pub(crate) pool: usize,
    /// The ranks of the tiles that begin a stage, in rising order.
    pub(crate) stages: Vec<u8>,
    /// The largest number of continuations from each stage; 1 for no splitting.
    pub(crate) continuations: u64,
    /// The costs at which methods are compared, in whole games.
    pub(crate) at: Vec<usize>,
    /// The subsamples of the pool at each cost.
    pub(crate) replications: usize,
    /// The seed of all random numbers.
    pub(crate) seed: u64,
    /// The number of threads; all cores without one.
    pub(crate) threads: Option<usize>,
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            budget: 2000,
            candidates: 32,
            step: 0.1,
            truth: 100,
            pool: 32,
            stages: vec![12, 13],
            continuations: 4,
            at: vec![2, 8],
            replications: 1000,
            seed: 1,
            threads: None,
        }
    }
}

impl Arguments {
    /// Reads pairs of a name and a value.
    ///
    /// # Errors
    /// The first mistake, in words.
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut found = Self::default();
        while let Some(name) = words.next() {
            let mut value = || words.next().ok_or(format!("{name} needs a value"));
            match name.as_str() {
                "--budget" => found.budget = number(&name, &value()?, 1, 1_000_000_000)?,
                "--candidates" => found.candidates = number(&name, &value()?, 4, 1000)?,
                "--step" => found.step = number(&name, &value()?, 0.001, 1.0)?,
                "--truth" => found.truth = number(&name, &value()?, 2, 1_000_000)?,
                "--pool" => found.pool = number(&name, &value()?, 2, 1_000_000)?,
                "--stages" => found.stages = stages(&value()?)?,
                "--continuations" => {
                    found.continuations = number(&name, &value()?, 1, MAX_CONTINUATIONS)?;
                }
                "--at" => {
                    let games = value()?;
                    let games = games
                        .split(',')
                        .map(|text| number(&name, text, 1, 1_000_000));
                    found.at = games.collect::<Result<_, _>>()?;
                }
                "--replications" => found.replications = number(&name, &value()?, 1, 1_000_000)?,
                "--seed" => found.seed = number(&name, &value()?, 0, u64::MAX)?,
                "--threads" => found.threads = Some(number(&name, &value()?, 1, 1024)?),
                _ => return Err(format!("unknown argument `{name}`")),
            }
        }
        match found.at.iter().find(|&&games| games > found.pool) {
            Some(games) => Err(format!(
                "--at {games}: a pool of {} units has no {games} whole games",
                found.pool
            )),
            None => Ok(found),
        }
    }
}

fn number<T>(name: &str, text: &str, low: T, high: T) -> Result<T, String>
where
    T: FromStr + PartialOrd + std::fmt::Display,
{
    let value = text.parse().ok();
    value
        .filter(|value| (&low..=&high).contains(&value))
        .ok_or_else(|| format!("{name} is `{text}`, expected a number from {low} to {high}"))
}

fn stages(text: &str) -> Result<Vec<u8>, String> {
    let rank = |text: &str| {
        let tile = text.parse::<u32>().ok()?;
        let is_stage = tile.is_power_of_two() && (16..=32_768).contains(&tile);
        is_stage.then(|| tile.ilog2() as u8)
    };
    let ranks: Option<Vec<_>> = text.split(',').map(rank).collect();
    ranks
        .filter(|ranks| ranks.len() <= 3 && ranks.is_sorted_by(|low, high| low < high))
        .ok_or_else(|| {
            format!(
                "--stages is `{text}`, expected one to three rising powers of two from 16 to 32768"
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Arguments, String> {
        Arguments::parse(text.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn arguments_replace_defaults() {
        let found = parse("--budget 500 --stages 8192,16384 --at 2,3").unwrap();
        let expected = Arguments {
            budget: 500,
            stages: vec![13, 14],
            at: vec![2, 3],
            ..Arguments::default()
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("--budget", "--budget needs a value"),
            ("--budget 0", "--budget is `0`, expected a number from 1"),
            ("--step NaN", "--step is `NaN`"),
            ("--stages 8192,4096", "--stages is `8192,4096`"),
            ("--stages 3000", "--stages is `3000`"),
            ("--at 41", "--at 41: a pool of 32 units"),
            ("--games 3", "unknown argument `--games`"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
