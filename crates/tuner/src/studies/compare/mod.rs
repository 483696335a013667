//! Comparison of two players, until a question about them is settled.
//!
//! Both play common seeds, or one plays against the other. The answer depends only on the players,
//! the seed and the question: scores are looked at in the order of their seeds, after fixed numbers of
//! games, so that neither threads nor interruptions change where the comparison ends.

mod log;
mod play;
mod sample;

use std::ops::Range;

pub use crate::statistics::TestResult;
pub use log::{ComparedPlayers, ComparisonLog};
pub use sample::Sample;

use crate::statistics::bisection::smallest;
use crate::statistics::confidence_sequence::MIN_PAIRS;
use crate::statistics::elo::EloTest;
use crate::statistics::sequential_effect::EffectTest;
use crate::statistics::{Better, Effect, Estimate, TwoMeans};
use tune2048_engine::game::Score;

/// The largest number of games that is ever estimated.
const MOST_GAMES: u64 = 1_000_000_000;

/// The scores of a and b on one seed in points; `None` for a side that does not play it.
pub type ScorePair = [Option<Score>; 2];

/// A question about the effect between A and B: how the mean score of B compares with that of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// Whether the effect is above or below this number, by a confidence sequence.
    Threshold(Effect, f64),
    /// Whether the effect is above or below this number, by a confidence interval after all games.
    Once(Effect, f64),
    /// Whether there is no effect or one of some size, by a probability ratio test.
    Effect(EffectTest),
    /// Which of two Elo differences a match has, by a probability ratio test.
    Elo(EloTest),
}

impl Question {
    /// Whether the only look is the one after all games.
    pub fn is_once(self) -> bool {
        matches!(self, Self::Once(..))
    }

    /// Returns the number of games at the look after the one at `games`, or at the first one after none, of at most
    /// `most_games`.
    fn next_look(self, games: u64, most_games: u64) -> u64 {
        // Looks are cheap, but batches must be large enough to keep all threads busy. The test of Elo
        // differences needs no number to be large.
        let (fewest, parts) = match self {
            Self::Elo(_) => (10, 400),
            Self::Effect(_) => (MIN_PAIRS, 20),
            Self::Threshold(..) => (MIN_PAIRS, 10),
            Self::Once(..) => return most_games,
        };
        (games + fewest.max(games / parts)).min(most_games)
    }
}

/// A sequential test of a question about the effect between A and B.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The question.
    pub question: Question,
    /// The largest number of games of each side that plays.
    pub most_games: u64,
    next_look: u64,
    /// The scores so far.
    pub sample: Sample,
    /// The answer, or `None` if the question is not settled.
    pub verdict: Option<TestResult>,
}

impl Comparison {
    /// Starts a test with at most `most_games` games of each side.
    pub fn new(question: Question, most_games: u64) -> Self {
        let (next_look, sample) = (question.next_look(0, most_games), Sample::default());
        Self { question, most_games, next_look, sample, verdict: None }
    }

    /// Plays all games before the first look.
    #[must_use]
    pub fn looked_at_last(self) -> Self {
        Self { next_look: self.most_games, ..self }
    }

    /// Whether it is settled that B is better, or as much better as was asked for.
    pub fn is_better(&self, better: Better) -> bool {
        self.verdict
            == Some(match better {
                Better::Higher => TestResult::Above,
                Better::Lower => TestResult::Below,
            })
    }

    /// Returns the games to play before the next look; `None` at the end.
    pub fn missing(&self) -> Option<Range<u64>> {
        let games = self.games();
        (self.verdict.is_none() && games < self.next_look).then_some(games..self.next_look)
    }

    /// Returns the number of games at the first look after `games`.
    fn look_after(&self, games: u64) -> u64 {
        let mut look = self.next_look;
        while look <= games && look < self.most_games {
            look = self.question.next_look(look, self.most_games);
        }
        look
    }

    /// Adds the next game; games beyond the end are ignored.
    ///
    /// # Panics
    /// If a side does not have a score although it plays this game.
    pub fn add(&mut self, pair: ScorePair) {
        if self.missing().is_none() {
            return;
        }
        self.sample.add(pair);
        if self.games() == self.next_look {
            self.verdict = self.answer();
            self.next_look = self.question.next_look(self.next_look, self.most_games);
        }
    }

    /// Returns the answer to the question by all games so far, or `None` if more games are needed.
    fn answer(&self) -> Option<TestResult> {
        match self.question {
            Question::Once(_, threshold) => self.estimate()?.beyond(threshold),
            Question::Elo(test) => test.verdict(&self.sample.pair_results),
            _ => self.answer_of(&self.sample.two_means()?),
        }
    }

    /// Returns the answer that means give at every look, or `None` if more games are needed.
    fn answer_of(&self, means: &TwoMeans) -> Option<TestResult> {
        match self.question {
            Question::Threshold(effect, threshold) => means.anytime(effect)?.beyond(threshold),
            Question::Effect(test) => test.verdict(means),
            Question::Once(..) | Question::Elo(_) => None,
        }
    }

    /// Returns the number of games that each side that plays has played.
    pub fn games(&self) -> u64 {
        self.sample.scores[1].len() as u64
    }

    /// Returns the effect so far, with an interval that covers the true one with a probability of
    /// 95 %: at all looks together, or at the only one. `None` for too few games, and before the
    /// only look.
    pub fn estimate(&self) -> Option<Estimate> {
        let effect = match self.question {
            Question::Once(..) if self.missing().is_some() => return None,
            Question::Once(effect, _) => {
                let [a, b] = &self.sample.scores;
                return effect.of_pairs(b, a, 0.95);
            }
            Question::Threshold(effect, _) => effect,
            Question::Effect(test) => test.effect,
            Question::Elo(_) => Effect::Difference,
        };
        self.sample.two_means()?.anytime(effect)
    }

    /// Returns [the effect](Self::estimate), of a match in Elo.
    pub fn shown_estimate(&self) -> Option<Estimate> {
        let found = self.estimate()?;
        let is_elo = self.sample.is_match && found.effect == Effect::Difference;
        Some(if is_elo { found.in_elo() } else { found })
    }

    /// Estimates the number of games of each side that plays at the end, if the true means are as
    /// measured; `None` if that is more than 10⁹, or there is no other look.
    pub fn games_to_settle(&self) -> Option<u64> {
        let means = self.sample.two_means()?;
        smallest(self.games().max(MIN_PAIRS), MOST_GAMES, |games| {
            self.answer_of(&TwoMeans { games, ..means }).is_some()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a pair from a sample with a given ratio and some spread.
    fn pair(number: u64, ratio: f64) -> ScorePair {
        let spread = number * number % 997;
        let b = ratio * (500 + (spread * 31 + number) % 997) as f64;
        [500 + spread, b as u64].map(|score| Some(score.into()))
    }

    fn ends(threshold: f64, ratio: f64, max_pairs: u64) -> (Option<TestResult>, u64) {
        let mut comparison =
            Comparison::new(Question::Threshold(Effect::Ratio, threshold), max_pairs);
        let mut number = 0;
        while comparison.missing().is_some() {
            comparison.add(pair(number, ratio));
            number += 1;
        }
        comparison.add(pair(number, ratio));
        assert_eq!(comparison.games(), number, "nothing beyond the end");
        (comparison.verdict, number)
    }

    #[test]
    fn clear_questions_are_settled_early_and_others_at_the_limit() {
        assert_eq!(ends(1.0, 2.0, 10_000), (Some(TestResult::Above), 100));
        assert_eq!(ends(1.0, 0.5, 10_000), (Some(TestResult::Below), 100));
        let (verdict, pairs) = ends(1.0, 1.05, 50_000);
        assert_eq!(verdict, Some(TestResult::Above));
        assert!((300..10_000).contains(&pairs), "{pairs}");
        let (verdict, pairs) = ends(1.1, 1.05, 50_000);
        assert_eq!(verdict, Some(TestResult::Below));
        assert!((300..10_000).contains(&pairs), "{pairs}");
        assert_eq!(ends(1.05, 1.05, 5_050), (None, 5_050));
        assert_eq!(ends(1.0, 2.0, 99), (None, 99), "too few for an interval");
    }

    #[test]
    fn the_estimated_games_are_those_that_settle_the_question() {
        for (effect, away) in [(Effect::Ratio, 0.02), (Effect::Difference, 10.0)] {
            let estimate = |comparison: &Comparison| comparison.estimate().unwrap().value;
            let at = |threshold: f64| {
                let mut comparison = Comparison::new(Question::Threshold(effect, threshold), 1_000);
                (0..1_000).for_each(|number| comparison.sample.add(pair(number, 1.0)));
                comparison
            };
            let measured = estimate(&at(0.0));
            let question = at(measured + away);
            let needed = question.games_to_settle().unwrap();
            let means = question.sample.two_means().unwrap();
            let answer = |games| question.answer_of(&TwoMeans { games, ..means });
            assert_eq!(answer(needed + needed / 200), Some(TestResult::Below));
            assert_eq!(answer(needed - needed / 200), None);
            assert_eq!(at(measured).games_to_settle(), None);
        }
    }

    #[test]
    fn one_side_of_a_match_plays() {
        for has_margins in [false, true] {
            let mut comparison = Comparison::new(Question::Threshold(Effect::Difference, 0.0), 120);
            comparison.sample = Sample { is_match: !has_margins, has_margins, ..Sample::default() };
            for _ in 0..50 {
                comparison.add([None, Some(1.into())]);
            }
            assert_eq!((comparison.games(), comparison.sample.is_against()), (50, true));
        }
    }

    #[test]
    fn differences_answer_questions_in_points() {
        let ends = |threshold| {
            let question = Question::Threshold(Effect::Difference, threshold);
            let mut comparison = Comparison::new(question, 5_000);
            for number in 0..5_000_u64 {
                let luck = |step: u64| (number * number * step % 997) as f64;
                let [a, b] = [-500.0 + luck(1), -460.0 + luck(1)].map(|x| Score::new(x).unwrap());
                comparison.add([a, b].map(Some));
            }
            comparison.verdict
        };
        let expected = [TestResult::Above, TestResult::Above, TestResult::Below].map(Some);
        assert_eq!([0.0, 39.0, 41.0].map(ends), expected);
    }

    #[test]
    fn looks_are_at_fixed_numbers_of_pairs() {
        let mut comparison = Comparison::new(Question::Threshold(Effect::Ratio, 1.0), 1_500);
        let mut looks = Vec::new();
        while let Some(missing) = comparison.missing() {
            looks.push(missing.end);
            for _ in missing {
                comparison.add([Some(1.into()); 2]);
            }
        }
        let first: Vec<u64> = (1..=11).map(|look| 100 * look).collect();
        assert_eq!(looks[..11], first);
        assert_eq!(looks[11..], [1_210, 1_331, 1_464, 1_500]);
    }
}
