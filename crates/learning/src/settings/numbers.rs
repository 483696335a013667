//! The numbers of a learning run that a campaign can tune.

use std::ops::RangeInclusive;

use super::file::{LearningFile, Method};

/// A number by its name, with the values that a learning run can have.
type Number = (&'static str, RangeInclusive<f64>, fn(&mut Method, f64));

/// All numbers. One that a request leaves out is that of the file.
static NUMBERS: [Number; 3] = [
    ("learning-rate", 1e-6..=1000.0, |method, value| method.learning_rate = Some(value)),
    ("lambda", 0.0..=1.0, |method, value| method.lambda = value),
    ("horizon", 1.0..=16.0, |method, value| method.horizon = Some(value.round() as u32)),
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
            let number = NUMBERS.iter().find(|(known, ..)| *known == name);
            let (_, limits, set) = number.ok_or_else(|| {
                let names = NUMBERS.each_ref().map(|(name, ..)| *name).join(", ");
                format!("found a number `{name}`, expected one of {names}")
            })?;
            if !limits.contains(&found) {
                let (low, high) = (limits.start(), limits.end());
                return Err(format!("{name}: found {found}, expected {low} to {high}"));
            }
            set(&mut self.method, found);
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
}
