//! The numbers of a learning run that a campaign can tune.

use std::ops::RangeInclusive;

use super::file::LearningFile;

/// A number of a learning run.
#[derive(Debug)]
pub struct Number {
    /// The name, that of a parameter of the program.
    pub name: &'static str,
    /// The meaning, in one sentence.
    pub meaning: &'static str,
    /// The range in which a good value is to be expected: low and high.
    pub natural_range: [f64; 2],
    /// The values that a learning run can have.
    pub limits: RangeInclusive<f64>,
    set: fn(&mut LearningFile, f64),
}

/// All numbers. One that a request leaves out is that of the file.
pub static NUMBERS: [Number; 3] = [
    Number {
        name: "learning-rate",
        meaning: "The share of an error that a change corrects.",
        natural_range: [0.01, 2.0],
        limits: 1e-6..=1000.0,
        set: |file, value| file.method.learning_rate = Some(value),
    },
    Number {
        name: "lambda",
        meaning: "The share that the error of each later move counts, relative to the move before it.",
        natural_range: [0.0, 0.9],
        limits: 0.0..=1.0,
        set: |file, value| file.method.lambda = value,
    },
    Number {
        name: "horizon",
        meaning: "The number of moves whose errors a change waits for, rounded; without effect if lambda is 0.",
        natural_range: [1.0, 8.0],
        limits: 1.0..=16.0,
        set: |file, value| file.method.horizon = Some(value.round() as u32),
    },
];

impl LearningFile {
    /// The file with these numbers, by name, in place of its own.
    ///
    /// # Errors
    /// The first number that no learning run can have, in words.
    pub fn with_numbers<'n>(
        mut self,
        numbers: impl IntoIterator<Item = (&'n str, f64)>,
    ) -> Result<Self, String> {
        for (name, found) in numbers {
            let Some(number) = NUMBERS.iter().find(|number| number.name == name) else {
                let names = NUMBERS.each_ref().map(|number| number.name).join(", ");
                return Err(format!("found a number `{name}`, expected one of {names}"));
            };
            if !number.limits.contains(&found) {
                let (low, high) = (number.limits.start(), number.limits.end());
                return Err(format!("{name}: found {found}, expected {low} to {high}"));
            }
            (number.set)(&mut self, found);
        }
        if self.method.lambda <= 0.0 {
            self.method.horizon = None;
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(numbers: &[(&'static str, f64)]) -> Result<LearningFile, String> {
        LearningFile::default().with_numbers(numbers.iter().copied())
    }

    #[test]
    fn horizons_are_rounded_and_left_out_where_they_have_no_effect() {
        let horizon = |numbers: &[_]| with(numbers).unwrap().method.horizon;
        assert_eq!(horizon(&[("lambda", 0.25), ("horizon", 2.6)]), Some(3));
        assert_eq!(horizon(&[("horizon", 3.0), ("lambda", 0.0)]), None);
    }

    #[test]
    fn every_natural_range_lies_within_the_limits() {
        for Number { name, natural_range, limits, .. } in &NUMBERS {
            assert!(natural_range.iter().all(|end| limits.contains(end)), "{name}");
        }
    }
}
