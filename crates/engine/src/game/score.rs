//! The score of a game: points of 2048, or whatever else a program counts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Whole numbers up to here are exact as floats.
const MAX_WHOLE: f64 = (1_u64 << 53) as f64;

/// A score: a finite number. A whole one is written without a decimal point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score(f64);

impl Score {
    /// A score, if the number is finite.
    pub fn new(number: f64) -> Option<Self> {
        // Adding 0 makes -0 the same as 0.
        number.is_finite().then_some(Self(number + 0.0))
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
        number.ok_or("expected a finite number")
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
        Self::new(number).ok_or_else(|| de::Error::custom("expected a finite score"))
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
        assert_eq!(Score::new(f64::NAN), None);
        assert!("inf".parse::<Score>().is_err());
    }
}
