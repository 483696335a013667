//! The games of one generation, dealt in rounds on common seeds.
//!
//! After a quarter and after half of the games the candidates that are
//! certainly out of the better half stop, and the last round shares among the
//! others what they leave. This is a race in the sense of Heidrich-Meisner and
//! Igel, "Hoeffding and Bernstein Races for Selecting Policies in Evolutionary
//! Direct Policy Search" (ICML 2009), on the paired differences of common seeds
//! (Moore & Lee, "Efficient Algorithms for Minimizing Cross Validation Error",
//! ICML 1994) with Student's quantiles in place of bounds that need the range.
//!
//! A candidate is out if at least half of all candidates are each better than
//! it, every time by a one-sided interval. Let it belong to the better half in
//! truth. Then fewer than half of the candidates are truly better, so that one
//! that is not must appear so: by Bonferroni, with an error of
//! [`WRONGLY_STOPPED`] shared among all rivals and looks, that happens in at
//! most that share of the generations.

use std::ops::Range;

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::measure;
use super::objective::game_values;
use crate::spec::Objective;
use tune2048_engine::game::GameResult;

/// The chance, at most, that a candidate of the better half is stopped in a generation.
pub const WRONGLY_STOPPED: f64 = 0.05;

/// Fewer games have no standard deviation to speak of.
const MIN_FOR_A_LOOK: u32 = 4;

/// The candidates that play a round, and which of the generation's seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its number, from 0.
    pub number: u32,
    /// The candidates that have not stopped, in order.
    pub candidates: Vec<usize>,
    /// The seeds by their place in the generation.
    pub seeds: Range<u32>,
}

/// A generation under way.
#[derive(Debug)]
pub struct RacingSchedule<'a> {
    objective: &'a Objective,
    points: &'a [Vec<f64>],
    /// The games per candidate.
    games: u32,
    /// How many games each has played when it is decided who stops.
    looks: Vec<u32>,
    rounds: u32,
    results: Vec<Vec<GameResult>>,
    stopped: Vec<bool>,
}

impl<'a> RacingSchedule<'a> {
    /// A generation of these points with so many games per candidate.
    pub fn new(objective: &'a Objective, points: &'a [Vec<f64>], games: u32) -> Self {
        let looks = [games.div_ceil(4), games.div_ceil(2)];
        Self {
            objective,
            points,
            games,
            looks: looks
                .into_iter()
                .filter(|&look| (MIN_FOR_A_LOOK..games).contains(&look))
                .collect(),
            rounds: 0,
            results: vec![Vec::new(); points.len()],
            stopped: vec![false; points.len()],
        }
    }

    /// What is to be played next; none at the end.
    pub fn next_round(&self) -> Option<Round> {
        let round = self.rounds as usize;
        if round > self.looks.len() {
            return None;
        }
        let candidates: Vec<usize> = (0..self.points.len())
            .filter(|&candidate| !self.stopped[candidate])
            .collect();
        let played = self.results[*candidates.first()?].len() as u32;
        let end = match self.looks.get(round) {
            Some(&look) => look,
            None => {
                let all: usize = self.results.iter().map(Vec::len).sum();
                let left = u64::from(self.games) * self.points.len() as u64 - all as u64;
                played + (left / candidates.len() as u64) as u32
            }
        };
        Some(Round {
            number: self.rounds,
            candidates,
            seeds: played..end,
        })
    }

    /// Takes the games of a candidate of the round.
    pub fn add(&mut self, candidate: usize, results: &[GameResult]) {
        self.results[candidate].extend_from_slice(results);
    }

    /// Ends a round, all its games being there: decides who stops.
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
        let candidates = self.points.len();
        let worth: Vec<Option<Vec<f64>>> = (0..candidates)
            .map(|candidate| self.worth(candidate).filter(|_| !self.stopped[candidate]))
            .collect();
        let comparisons = (candidates - 1) * self.looks.len();
        let error = WRONGLY_STOPPED / comparisons.max(1) as f64;
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

    /// What each game says of a candidate's fitness, larger being better; none
    /// where the objective is no mean.
    fn worth(&self, candidate: usize) -> Option<Vec<f64>> {
        let results = &self.results[candidate];
        let measured = measure(self.objective, results);
        let penalty = measured.fitness(&self.points[candidate]) + measured.value;
        let values = game_values(self.objective, results)?;
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
        if matches!(self.objective, Objective::TileShare(_)) {
            // Half a pair for each of the four outcomes, lest few games be
            // sure (Agresti & Min 2005, Statistics in Medicine 24, 729-740).
            n += 2.0;
            squares += 1.0;
        }
        let mean = sum / n;
        let variance = ((squares - n * mean * mean) / (n - 1.0)).max(0.0);
        let quantile = StudentsT::new(0.0, 1.0, n - 1.0)
            .expect("a look has games enough")
            .inverse_cdf(1.0 - error);
        mean > 0.0 && mean > quantile * (variance / n).sqrt()
    }
}
