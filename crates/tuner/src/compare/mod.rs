//! Two players on common seeds, until a question about them is settled.
//!
//! The answer is a function of players, seed and question alone: scores are
//! looked at in the order of their seeds and after fixed numbers of pairs, so
//! that neither threads nor interruptions change where it ends.

pub mod record;

use std::ops::Range;
use std::time::Instant;

pub use record::{CompareError, Players, Record};

use crate::statistics::confidence_sequence::{AnytimeRatio, MIN_PAIRS, PairedMoments};
use tune2048_engine::evaluate::Interrupted;

/// About as much play may be lost when the process dies.
const SAVED_EVERY_SECONDS: f64 = 5.0;

/// What two players scored on one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The score of A.
    pub a: u64,
    /// The score of B.
    pub b: u64,
}

/// On which side of the threshold the ratio is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The ratio is above.
    Above,
    /// The ratio is below.
    Below,
}

/// Whether the ratio mean score of B / mean score of A is above or below a
/// threshold, under way.
#[derive(Clone, Debug)]
pub struct Comparison {
    threshold: f64,
    most_pairs: u64,
    next_look: u64,
    moments: PairedMoments,
    same_pairs: u64,
    verdict: Option<Verdict>,
}

impl Comparison {
    /// Asks for the side of `threshold` that the ratio is on, of at most so
    /// many pairs of games.
    pub fn new(threshold: f64, most_pairs: u64) -> Self {
        Self {
            threshold,
            most_pairs,
            next_look: MIN_PAIRS.min(most_pairs),
            moments: PairedMoments::default(),
            same_pairs: 0,
            verdict: None,
        }
    }

    /// The pairs, counted from 0, to be played before the next look; `None` at the end.
    pub fn missing(&self) -> Option<Range<u64>> {
        let pairs = self.moments.pairs();
        (self.verdict.is_none() && pairs < self.next_look).then_some(pairs..self.next_look)
    }

    /// Takes in the next pair; those beyond the end are left out.
    pub fn add(&mut self, pair: Pair) {
        if self.missing().is_none() {
            return;
        }
        self.moments.add(pair.a as f64, pair.b as f64);
        self.same_pairs += u64::from(pair.a == pair.b);
        let pairs = self.moments.pairs();
        if pairs == self.next_look {
            self.verdict = self.look();
            // A look costs nothing, but no player is idle for long between two.
            self.next_look = (pairs + MIN_PAIRS.max(pairs / 10)).min(self.most_pairs);
        }
    }

    fn look(&self) -> Option<Verdict> {
        let interval = self.moments.ratio()?.interval;
        if interval.low > self.threshold {
            Some(Verdict::Above)
        } else if interval.high < self.threshold {
            Some(Verdict::Below)
        } else {
            None
        }
    }

    /// The ratio that is asked about.
    pub fn threshold(&self) -> f64 {
        self.threshold
    }

    /// At most so many pairs are played.
    pub fn most_pairs(&self) -> u64 {
        self.most_pairs
    }

    /// What the pairs so far say.
    pub fn moments(&self) -> &PairedMoments {
        &self.moments
    }

    /// The ratio and its interval, which holds the truth at all looks together
    /// with a probability of 95 %; `None` while too little is known.
    pub fn ratio(&self) -> Option<AnytimeRatio> {
        self.moments.ratio()
    }

    /// Whether both scored the same on every seed.
    pub fn is_same_on_every_seed(&self) -> bool {
        self.same_pairs == self.moments.pairs()
    }

    /// The answer, once there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Goes on from what is on record until the question is settled or the
    /// limit is reached. `play` is given numbers of pairs, at least
    /// `fewest_at_once` unless a look is due before; `observe` sees each step.
    ///
    /// # Errors
    /// If the play is interrupted or the record cannot be written; what was
    /// played before stays on record.
    pub fn run(
        &mut self,
        record: &mut Record,
        fewest_at_once: u64,
        mut play: impl FnMut(Range<u64>) -> Result<Vec<Pair>, EvaluateError>,
        mut observe: impl FnMut(&Self),
    ) -> Result<(), CompareError> {
        for &pair in record.pairs() {
            self.add(pair);
        }
        let mut at_once = fewest_at_once.max(1);
        observe(self);
        while let Some(missing) = self.missing() {
            let end = missing.end.min(missing.start + at_once);
            let start = Instant::now();
            let pairs = play(missing.start..end)?;
            let seconds = start.elapsed().as_secs_f64();
            record.append(&pairs)?;
            for &pair in &pairs {
                self.add(pair);
            }
            observe(self);
            let per_second = pairs.len() as f64 / seconds.max(1e-9);
            at_once = ((per_second * SAVED_EVERY_SECONDS) as u64).max(fewest_at_once.max(1));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of a given ratio with some spread.
    fn pair(number: u64, ratio: f64) -> Pair {
        let spread = number * number % 997;
        Pair {
            a: 500 + spread,
            b: (ratio * (500 + (spread * 31 + number) % 997) as f64) as u64,
        }
    }

    fn ends(threshold: f64, ratio: f64, most: u64) -> (Option<Verdict>, u64) {
        let mut comparison = Comparison::new(threshold, most);
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
        assert_eq!(ends(1.0, 2.0, 10_000), (Some(Verdict::Above), 100));
        assert_eq!(ends(1.0, 0.5, 10_000), (Some(Verdict::Below), 100));
        let (verdict, pairs) = ends(1.0, 1.05, 50_000);
        assert_eq!(verdict, Some(Verdict::Above));
        assert!((300..10_000).contains(&pairs), "{pairs}");
        let (verdict, pairs) = ends(1.1, 1.05, 50_000);
        assert_eq!(verdict, Some(Verdict::Below));
        assert!((300..10_000).contains(&pairs), "{pairs}");
        assert_eq!(ends(1.05, 1.05, 5_050), (None, 5_050));
        assert_eq!(ends(1.0, 2.0, 99), (None, 99), "too few to say anything");
    }

    #[test]
    fn looks_are_at_fixed_numbers_of_pairs() {
        let mut comparison = Comparison::new(1.0, 1_500);
        let mut looks = Vec::new();
        while let Some(missing) = comparison.missing() {
            looks.push(missing.end);
            for _ in missing {
                comparison.add(Pair { a: 1, b: 1 });
            }
        }
        let first: Vec<u64> = (1..=11).map(|look| 100 * look).collect();
        assert_eq!(looks[..11], first);
        assert_eq!(looks[11..], [1_210, 1_331, 1_464, 1_500]);
        assert!(comparison.is_same_on_every_seed());
    }
}
