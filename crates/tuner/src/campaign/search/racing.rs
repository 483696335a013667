//! The games of one generation, dealt in rounds on common seeds.
//!
//! After a quarter and after half of the games, candidates that are
//! significantly not in the better half stop, and the last round shares their
//! remaining games among the others. This is a race in the sense of Heidrich-Meisner and
//! Igel, "Hoeffding and Bernstein Races for Selecting Policies in Evolutionary
//! Direct Policy Search" (ICML 2009), on the paired differences of common seeds
//! (Moore & Lee, "Efficient Algorithms for Minimizing Cross Validation Error",
//! ICML 1994) with Student's quantiles in place of bounds that need the range.
//!
//! A candidate stops if at least half of all candidates are each better than
//! it by a one-sided interval. Suppose it truly is in the better half. Then
//! fewer than half of its rivals are better, so that one that is not better
//! must appear to be. With the error [`STOPPING_ERROR`] shared among all rivals
//! and looks, that happens in at most this share of the generations
//! (Bonferroni).

use std::ops::Range;

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::campaign::search::objective::{Goal, game_values, measure};
use crate::space::Objective;
use tune2048_engine::game::GameResult;

/// The highest probability that a generation stops a given candidate of the better half.
pub const STOPPING_ERROR: f64 = 0.05;

/// The fewest games whose standard deviation is useful.
const MIN_FOR_A_LOOK: u32 = 4;

/// The candidates that play in a round, and their seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The number of the round, from 0.
    pub number: u32,
    /// The candidates that have not stopped, in order.
    pub candidates: Vec<usize>,
    /// The places of the seeds in the generation.
    pub seeds: Range<u32>,
}

/// A generation in progress.
#[derive(Debug)]
pub struct RacingSchedule {
    goal: Goal,
    /// How far each candidate lies outside of what is allowed, in edges squared.
    overshoots: Vec<f64>,
    /// The games per candidate.
    games: u32,
    /// The games that each candidate has played at each look.
    looks: Vec<u32>,
    rounds: u32,
    results: Vec<Vec<GameResult>>,
    stopped: Vec<bool>,
}

impl RacingSchedule {
    /// A generation of candidates with these overshoots, and `games` games per candidate.
    pub fn new(goal: Goal, overshoots: Vec<f64>, games: u32) -> Self {
        let looks = [games.div_ceil(4), games.div_ceil(2)].into_iter();
        Self {
            goal,
            games,
            looks: looks.filter(|look| (MIN_FOR_A_LOOK..games).contains(look)).collect(),
            rounds: 0,
            results: vec![Vec::new(); overshoots.len()],
            stopped: vec![false; overshoots.len()],
            overshoots,
        }
    }

    /// The next round; `None` at the end.
    pub fn next_round(&self) -> Option<Round> {
        let round = self.rounds as usize;
        if round > self.looks.len() {
            return None;
        }
        let candidates: Vec<usize> =
            (0..self.overshoots.len()).filter(|&candidate| !self.stopped[candidate]).collect();
        let played = self.results[*candidates.first()?].len() as u32;
        let end = self.looks.get(round).copied().unwrap_or_else(|| {
            let all: usize = self.results.iter().map(Vec::len).sum();
            let left = u64::from(self.games) * self.overshoots.len() as u64 - all as u64;
            played + (left / candidates.len() as u64) as u32
        });
        Some(Round { number: self.rounds, candidates, seeds: played..end })
    }

    /// Adds the games that a candidate has played in the round.
    pub fn add(&mut self, candidate: usize, results: &[GameResult]) {
        self.results[candidate].extend_from_slice(results);
    }

    /// Ends a round whose games are complete: stops candidates, if it is a look.
    pub fn end_round(&mut self) {
        if (self.rounds as usize) < self.looks.len() {
            self.stop_the_worst();
        }
        self.rounds += 1;
    }

    /// All games of each candidate in the order of the seeds.
    pub fn into_results(self) -> Vec<Vec<GameResult>> {
        self.results
    }

    fn stop_the_worst(&mut self) {
        let candidates = self.overshoots.len();
        let worth: Vec<Option<Vec<f64>>> = (0..candidates)
            .map(|candidate| self.worth(candidate).filter(|_| !self.stopped[candidate]))
            .collect();
        let comparisons = (candidates - 1) * self.looks.len();
        let error = STOPPING_ERROR / comparisons.max(1) as f64;
        let needed = candidates.div_ceil(2);
        let is_out = |of: &Option<Vec<f64>>| {
            let Some(of) = of else { return false };
            let better = worth.iter().flatten();
            let better = better.filter(|rival| self.is_surely_better(rival, of, error));
            better.count() >= needed
        };
        let out: Vec<bool> = worth.iter().map(is_out).collect();
        for (stopped, out) in self.stopped.iter_mut().zip(out) {
            *stopped |= out;
        }
    }

    /// The values of the games whose mean is the negated fitness of a candidate;
    /// `None` if the objective is no mean.
    fn worth(&self, candidate: usize) -> Option<Vec<f64>> {
        let results = &self.results[candidate];
        let measured = measure(self.goal, results);
        let penalty = measured.penalty(self.overshoots[candidate]);
        let values = game_values(&self.goal, results)?;
        Some(values.iter().map(|value| value - penalty).collect())
    }

    fn is_surely_better(&self, rival: &[f64], of: &[f64], error: f64) -> bool {
        let differences = rival.iter().zip(of).map(|(rival, of)| rival - of);
        let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for difference in differences {
            n += 1.0;
            sum += difference;
            squares += difference * difference;
        }
        if matches!(self.goal.objective, Objective::TileShare(_)) {
            // Half a pair for each of the four outcomes, so that few games have
            // no interval of length 0 (Agresti & Min 2005, Statistics in
            // Medicine 24, 729-740).
            n += 2.0;
            squares += 1.0;
        }
        let mean = sum / n;
        let variance = ((squares - n * mean * mean) / (n - 1.0)).max(0.0);
        let quantile = StudentsT::new(0.0, 1.0, n - 1.0)
            .expect("a look has at least four games")
            .inverse_cdf(1.0 - error);
        mean > 0.0 && mean > quantile * (variance / n).sqrt()
    }
}
