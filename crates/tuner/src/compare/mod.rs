//! Comparison of two players on common seeds, until a question about them is settled.
//!
//! The answer depends only on the players, the seed and the question: scores are
//! looked at in the order of their seeds, after fixed numbers of pairs, so that
//! neither threads nor interruptions change where the comparison ends.

mod log;

use std::ops::Range;
use std::time::Instant;

pub use log::{CompareError, ComparedPlayers, ComparisonLog};

use crate::statistics::confidence_sequence::{AnytimeRatio, MIN_PAIRS, PairedMoments};
use tune2048_engine::evaluate::EvaluateError;

/// The approximate time between writes: the play that may be lost when the process dies.
const SAVED_EVERY_SECONDS: f64 = 5.0;

/// The scores of two players on one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScorePair {
    /// The score of A in points.
    pub a: u64,
    /// The score of B in points.
    pub b: u64,
}

/// The side of the threshold on which the ratio is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatioSide {
    /// The ratio is above the threshold.
    Above,
    /// The ratio is below the threshold.
    Below,
}

/// A sequential test of whether the ratio mean score of B / mean score of A is
/// above or below a threshold.
#[derive(Clone, Debug)]
pub struct Comparison {
    threshold: f64,
    max_pairs: u64,
    next_look: u64,
    moments: PairedMoments,
    equal_pairs: u64,
    verdict: Option<RatioSide>,
}

impl Comparison {
    /// Starts a test against `threshold` with at most `max_pairs` pairs of games.
    pub fn new(threshold: f64, max_pairs: u64) -> Self {
        Self {
            threshold,
            max_pairs,
            next_look: MIN_PAIRS.min(max_pairs),
            moments: PairedMoments::default(),
            equal_pairs: 0,
            verdict: None,
        }
    }

    /// Returns the indices of the pairs to play before the next look; `None` at the end.
    pub fn missing(&self) -> Option<Range<u64>> {
        let pairs = self.moments.pairs();
        (self.verdict.is_none() && pairs < self.next_look).then_some(pairs..self.next_look)
    }

    /// Adds the next pair; pairs beyond the end are ignored.
    pub fn add(&mut self, pair: ScorePair) {
        if self.missing().is_none() {
            return;
        }
        self.moments.add(pair.a as f64, pair.b as f64);
        self.equal_pairs += u64::from(pair.a == pair.b);
        let pairs = self.moments.pairs();
        if pairs == self.next_look {
            self.verdict = self.look();
            // Looks are cheap, but batches must be large enough to keep all threads busy.
            self.next_look = (pairs + MIN_PAIRS.max(pairs / 10)).min(self.max_pairs);
        }
    }

    fn look(&self) -> Option<RatioSide> {
        let interval = self.moments.ratio()?.interval;
        if interval.low > self.threshold {
            Some(RatioSide::Above)
        } else if interval.high < self.threshold {
            Some(RatioSide::Below)
        } else {
            None
        }
    }

    /// Returns the ratio against which the comparison tests.
    pub fn threshold(&self) -> f64 {
        self.threshold
    }

    /// Returns the largest number of pairs to play.
    pub fn max_pairs(&self) -> u64 {
        self.max_pairs
    }

    /// Returns the moments of the pairs so far.
    pub fn moments(&self) -> &PairedMoments {
        &self.moments
    }

    /// Returns the ratio with an interval that covers the true ratio at all
    /// looks together with a probability of 95 %; `None` for too few pairs.
    pub fn ratio(&self) -> Option<AnytimeRatio> {
        self.moments.ratio()
    }

    /// Whether both players had equal scores on every seed.
    pub fn is_equal_on_every_seed(&self) -> bool {
        self.equal_pairs == self.moments.pairs()
    }

    /// Returns the answer, or `None` if the question is not settled.
    pub fn verdict(&self) -> Option<RatioSide> {
        self.verdict
    }

    /// Continues from the pairs in the log until the question is settled or the
    /// limit is reached. `play` plays pairs of given indices, at least
    /// `min_batch` unless a look is due before; `observe` is called after each batch.
    ///
    /// # Errors
    /// If the play is interrupted or the log cannot be written; the pairs
    /// played before stay in the log.
    pub fn run(
        &mut self,
        log: &mut ComparisonLog,
        min_batch: u64,
        mut play: impl FnMut(Range<u64>) -> Result<Vec<ScorePair>, EvaluateError>,
        mut observe: impl FnMut(&Self),
    ) -> Result<(), CompareError> {
        for &pair in log.pairs() {
            self.add(pair);
        }
        let mut batch = min_batch.max(1);
        observe(self);
        while let Some(missing) = self.missing() {
            let end = missing.end.min(missing.start + batch);
            let start = Instant::now();
            let pairs = play(missing.start..end)?;
            let seconds = start.elapsed().as_secs_f64();
            log.append(&pairs)?;
            for &pair in &pairs {
                self.add(pair);
            }
            observe(self);
            let per_second = pairs.len() as f64 / seconds.max(1e-9);
            batch = ((per_second * SAVED_EVERY_SECONDS) as u64).max(min_batch.max(1));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a pair from a sample with a given ratio and some spread.
    fn pair(number: u64, ratio: f64) -> ScorePair {
        let spread = number * number % 997;
        ScorePair {
            a: 500 + spread,
            b: (ratio * (500 + (spread * 31 + number) % 997) as f64) as u64,
        }
    }

    fn ends(threshold: f64, ratio: f64, max_pairs: u64) -> (Option<RatioSide>, u64) {
        let mut comparison = Comparison::new(threshold, max_pairs);
        let mut number = 0;
        while comparison.missing().is_some() {
            comparison.add(pair(number, ratio));
            number += 1;
        }
        comparison.add(pair(number, ratio));
        assert_eq!(
            comparison.moments().pairs(),
            number,
            "nothing beyond the end"
        );
        (comparison.verdict(), number)
    }

    #[test]
    fn clear_questions_are_settled_early_and_others_at_the_limit() {
        assert_eq!(ends(1.0, 2.0, 10_000), (Some(RatioSide::Above), 100));
        assert_eq!(ends(1.0, 0.5, 10_000), (Some(RatioSide::Below), 100));
        let (verdict, pairs) = ends(1.0, 1.05, 50_000);
        assert_eq!(verdict, Some(RatioSide::Above));
        assert!((300..10_000).contains(&pairs), "{pairs}");
        let (verdict, pairs) = ends(1.1, 1.05, 50_000);
        assert_eq!(verdict, Some(RatioSide::Below));
        assert!((300..10_000).contains(&pairs), "{pairs}");
        assert_eq!(ends(1.05, 1.05, 5_050), (None, 5_050));
        assert_eq!(ends(1.0, 2.0, 99), (None, 99), "too few for an interval");
    }

    #[test]
    fn looks_are_at_fixed_numbers_of_pairs() {
        let mut comparison = Comparison::new(1.0, 1_500);
        let mut looks = Vec::new();
        while let Some(missing) = comparison.missing() {
            looks.push(missing.end);
            for _ in missing {
                comparison.add(ScorePair { a: 1, b: 1 });
            }
        }
        let first: Vec<u64> = (1..=11).map(|look| 100 * look).collect();
        assert_eq!(looks[..11], first);
        assert_eq!(looks[11..], [1_210, 1_331, 1_464, 1_500]);
        assert!(comparison.is_equal_on_every_seed());
    }
}
