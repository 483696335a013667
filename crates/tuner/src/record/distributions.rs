//! `distributions.csv`: the distribution that each generation was drawn from.
//!
//! One row per generation of an optimizer that has a distribution: mean, step
//! size and covariance (lower triangle, row by row). A campaign whose history
//! cannot be replayed on the present processor goes on from such a row, and
//! marks the row of the generation that it goes on with.

use crate::record::row_layout::RowLayout;
use tune2048_files::record::{Record, Visitor};
use tune2048_optimizer::Distribution;

/// The distribution of one generation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DistributionRow {
    /// The generation that was drawn from it.
    pub generation: u32,
    /// Whether the optimizer was restarted from the distribution.
    pub restarted: bool,
    /// The mean, step size and covariance in the unit cube.
    pub distribution: Distribution,
}

impl Record for DistributionRow {
    type Layout = RowLayout;

    fn columns(&mut self, layout: &RowLayout, visitor: &mut Visitor<'_>) -> Result<(), String> {
        let Distribution { mean, step_size, covariance } = &mut self.distribution;
        let mut restarted = u8::from(self.restarted);
        visitor.column("generation", &mut self.generation)?;
        visitor.column("restarted", &mut restarted)?;
        visitor.column("step_size", step_size)?;
        layout.point("mean", mean, visitor)?;
        layout.triangle("covariance", covariance, visitor)?;
        self.restarted = restarted == 1;
        Ok(())
    }

    fn check(&self, before: &[Self]) -> Result<(), String> {
        let Some(previous) = before.last() else { return Ok(()) };
        let next = u64::from(previous.generation) + 1;
        let again = self.restarted && self.generation == previous.generation;
        if u64::from(self.generation) == next || again {
            return Ok(());
        }
        Err(format!("generation: found {}, expected {next}", self.generation))
    }
}
