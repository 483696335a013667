//! Choices between options without an order.

use crate::vectors::{dot, scale};

/// How far the first option of a choice may be ahead of the others, in standard deviations of their difference, times the root
/// of the logarithm of their number: the second one of two is drawn a quarter of the time at least.
const LONGEST_LEAD: f64 = 0.8;
/// The points of an integral over a normal number: so many to either side, this far apart.
const POINTS: i32 = 80;
const APART: f64 = 0.1;

/// A coordinate that chooses between options without an order: a candidate has a normal number of variance 1 for each option, and
/// takes the option with the largest.
#[derive(Clone)]
pub(super) struct Choice {
    pub(super) coordinate: usize,
    /// The means of the numbers.
    pub(super) leads: Vec<f64>,
}

impl Choice {
    /// A choice that begins with the option at a coordinate.
    pub(super) fn new(coordinate: usize, at: f64, options: usize) -> Self {
        let mut choice = Self { coordinate, leads: vec![f64::NEG_INFINITY; options] };
        let first = choice.option(at);
        choice.leads[first] = 0.0;
        choice.keep_in_reach();
        choice
    }

    /// The coordinate of the option with the largest number.
    pub(super) fn at(&self, numbers: &[f64]) -> f64 {
        let first = (1..numbers.len()).fold(0, |a, b| if numbers[b] > numbers[a] { b } else { a });
        (first as f64 + 0.5) / numbers.len() as f64
    }

    /// The option at a coordinate.
    pub(super) fn option(&self, at: f64) -> usize {
        ((at * self.leads.len() as f64) as usize).min(self.leads.len() - 1)
    }

    /// For each option the mean step of the numbers of candidates that take it, of mean square 1 in each of the directions that
    /// matter. What else the numbers were is noise. It is the gradient of the logarithm of the option's probability.
    pub(super) fn steps(&self) -> Vec<Vec<f64>> {
        let options = self.leads.len();
        let mut shares = vec![0.0; options];
        let mut steps = vec![vec![0.0; options]; options];
        let first = self.leads.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for point in -POINTS..=POINTS {
            let at = first + APART * f64::from(point);
            let away: Vec<f64> = self.leads.iter().map(|lead| at - lead).collect();
            let density: Vec<f64> = away.iter().map(|&it| normal_density(it)).collect();
            let below: Vec<f64> = away.iter().map(|&it| normal_below(it)).collect();
            let all_below: f64 = below.iter().product();
            if all_below == 0.0 {
                continue;
            }
            let here: Vec<f64> = density.iter().zip(&below).map(|(d, b)| d / b).collect();
            for taken in 0..options {
                let share = APART * all_below * here[taken];
                shares[taken] += share;
                for other in 0..options {
                    steps[taken][other] +=
                        share * if other == taken { away[taken] } else { -here[other] };
                }
            }
        }
        let mut square = 0.0;
        for (step, share) in steps.iter_mut().zip(&shares) {
            scale(step, 1.0 / share);
            square += share * dot(step, step);
        }
        let unit = ((options as f64 - 1.0) / square.max(f64::MIN_POSITIVE)).sqrt();
        steps.iter_mut().for_each(|step| scale(step, unit));
        steps
    }

    /// Lifts options that fell behind too far.
    pub(super) fn keep_in_reach(&mut self) {
        let first = self.leads.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let lead = LONGEST_LEAD * (2.0 * libm::log(self.leads.len() as f64)).sqrt();
        for behind in &mut self.leads {
            *behind = behind.max(first - lead);
        }
    }
}

fn normal_density(x: f64) -> f64 {
    libm::exp(-0.5 * x * x) / std::f64::consts::TAU.sqrt()
}

/// The probability of a normal number below `x`.
fn normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::uniform;
    use crate::vectors::add;

    #[test]
    fn an_option_has_the_mean_step_of_the_candidates_that_take_it() {
        let choice = Choice { coordinate: 0, leads: vec![0.0, -0.9, 0.3, -0.2] };
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut sums = vec![vec![0.0; 4]; 4];
        let mut counts = [0.0; 4];
        for _ in 0..200_000 {
            let mut step = uniform::normals(&mut generator, 4);
            let mut numbers = choice.leads.clone();
            add(&mut numbers, 1.0, &step);
            let taken = choice.option(choice.at(&numbers));
            // The mean of all four says nothing of which is the largest.
            let mean = step.iter().sum::<f64>() / 4.0;
            step.iter_mut().for_each(|it| *it -= mean);
            add(&mut sums[taken], 1.0, &step);
            counts[taken] += 1.0;
        }
        let square: f64 = sums.iter().zip(counts).map(|(sum, n)| dot(sum, sum) / n).sum();
        let unit = (3.0 * 200_000.0 / square).sqrt();
        for ((step, sum), count) in choice.steps().iter().zip(&sums).zip(counts) {
            for (found, sum) in step.iter().zip(sum) {
                assert!((found - unit * sum / count).abs() < 0.02, "{step:?}");
            }
        }
    }

    #[test]
    fn a_choice_of_many_options_has_finite_steps() {
        let choice = Choice::new(0, 0.0, 300);
        assert!(choice.steps().iter().flatten().all(|it| it.is_finite()));
    }
}
