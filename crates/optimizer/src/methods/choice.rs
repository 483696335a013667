//! Choices between options without an order.

/// How far the first option of a choice may be ahead of the others, in standard deviations of their difference, times the root
/// of the logarithm of their number: the second one of two is drawn a quarter of the time at least.
const LONGEST_LEAD: f64 = 0.8;

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
        let first = ((at * options as f64) as usize).min(options - 1);
        let mut leads = vec![f64::NEG_INFINITY; options];
        leads[first] = 0.0;
        let mut choice = Self { coordinate, leads };
        choice.keep_in_reach();
        choice
    }

    /// The coordinate of the option with the largest number.
    pub(super) fn at(&self, numbers: &[f64]) -> f64 {
        let first = (1..numbers.len()).fold(0, |a, b| if numbers[b] > numbers[a] { b } else { a });
        (first as f64 + 0.5) / numbers.len() as f64
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
