//! The score of a game: points of 2048, or whatever else a program counts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Whole numbers up to here are exact as floats.
const MAX_WHOLE: f64 = (1_u64 << 53) as f64;

/// The largest size of a score, and the inverse of the smallest one: squares of scores, and sums of
/// them, neither overflow nor vanish.
const LARGEST: f64 = 1e100;

/// What a score is, for errors.
pub const SCORE: &str = "a number of a size from 1e-100 to 1e100, or 0";

/// A score: 0, or a number of a size from 1e-100 to 1e100. A whole one is written without a decimal
/// point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score(f64);

impl Score {
    /// A score, if the number can be one.
    pub fn new(number: f64) -> Option<Self> {
        let is_score = number == 0.0 || (1.0 / LARGEST..=LARGEST).contains(&number.abs());
        // Adding 0 makes -0 the same as 0.
        is_score.then_some(Self(number + 0.0))
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }

    /// The number, if it is whole.
    pub fn whole(self) -> Option<i64> {
        (self.0.fract() == 0.0 && self.0.abs() <= MAX_WHOLE).then_some(self.0 as i64)
    }
}

impl Eq for Score {}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// Points of 2048.
impl From<u64> for Score {
    fn from(points: u64) -> Self {
        Self(points as f64)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl FromStr for Score {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.parse().ok().and_then(Self::new);
        number.ok_or("expected a number of a size from 1e-100 to 1e100, or 0")
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.whole() {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.serialize_f64(self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        Self::new(number).ok_or_else(|| de::Error::custom(format!("expected {SCORE} as score")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_scores_are_written_as_whole_numbers_and_all_are_read_back() {
        for (number, text) in [(45_128.0, "45128"), (-3.0, "-3"), (0.25, "0.25"), (-0.0, "0")] {
            let score = Score::new(number).unwrap();
            assert_eq!(score.to_string(), text);
            assert_eq!(serde_json::to_string(&score).unwrap(), text);
            assert_eq!(text.parse(), Ok(score));
            assert_eq!(serde_json::from_str::<Score>(text).unwrap(), score);
        }
        for number in [f64::NAN, f64::INFINITY, f64::MAX, 1e101, -1e200, 1e-101, 5e-324] {
            assert_eq!(Score::new(number), None, "{number}");
        }
        assert!([1e100, -1e100, 1e-100].map(Score::new).iter().all(Option::is_some));
        assert!("inf".parse::<Score>().is_err());
    }
}
