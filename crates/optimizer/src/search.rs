//! Searches under way, which learn generation by generation.
//!
//! A search is a fold over the history. It keeps what it has learned and never the history itself, so that a generation
//! costs the same however many came before it.

use std::fmt;

use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::generation::{EvaluatedGeneration, Proposal};

/// Whether a point of the cube fulfils all constraints.
pub type Allowed = Box<dyn Fn(&[f64]) -> bool + Send + Sync>;

/// The state of a search, which differs between optimizers.
pub(crate) trait Strategy: Send + Sync {
    /// Returns the points of the generation that follows everything learned.
    fn points(&self) -> Vec<Vec<f64>>;

    /// Returns the distribution that they are drawn from, if there is one.
    fn distribution(&self) -> Option<Distribution> {
        None
    }

    /// Learns by how much a point must differ in each coordinate to stand for another value; 0 where
    /// every difference does.
    fn set_steps(&mut self, _steps: &[f64]) {}

    /// Learns where each coordinate becomes another value, in rising order; nowhere where all places differ.
    fn set_thresholds(&mut self, _thresholds: &[Vec<f64>]) {}

    /// Learns between how many options without an order each coordinate chooses; 0 where its values have one.
    fn set_options(&mut self, _options: &[usize]) {}

    /// Keeps the mean in the cube.
    fn set_mean_inside(&mut self) {}

    /// Learns which points of the cube may be proposed.
    fn set_allowed(&mut self, _allowed: Allowed) {}

    /// Returns the distribution after a part of that generation, if there is one: the mean moves by the part's share.
    fn after_part(&self, _part: &EvaluatedGeneration) -> Option<Distribution> {
        self.distribution()
    }

    /// Learns from that generation after its evaluation. The evaluated points replace the proposed ones where they
    /// differ.
    fn learn(&mut self, evaluated: &EvaluatedGeneration) -> Learned;
}

/// The result of learning from a generation.
pub(crate) struct Learned {
    /// The points that were proposed for the generation.
    pub(crate) proposed: Vec<Vec<f64>>,
    /// The reason why nothing can be proposed after it, if so.
    pub(crate) end: Option<&'static str>,
}

/// A search under way, which learns from a recorded history or from generations as they are evaluated.
///
/// It is a pure function of the optimizer's settings, its start, its seed and the generations learned. It compares every recorded point with the proposed one: see [`OptimizerError::Diverged`].
pub struct Search {
    strategy: Box<dyn Strategy>,
    population: usize,
    dimensions: usize,
    /// The number of generations learned.
    generations: usize,
    tolerance: f64,
    failure: Option<OptimizerError>,
}

impl fmt::Debug for Search {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Search");
        shown.field("generations", &self.generations).field("failure", &self.failure);
        shown.finish_non_exhaustive()
    }
}

impl Search {
    /// Starts a search that proposes `population` points of `dimensions` coordinates.
    pub(crate) fn new(
        strategy: impl Strategy + 'static,
        population: usize,
        dimensions: usize,
    ) -> Self {
        Self {
            strategy: Box::new(strategy),
            population,
            dimensions,
            generations: 0,
            tolerance: 0.0,
            failure: None,
        }
    }

    /// Makes points differ by at least a step in each coordinate, so that values which are whole do not
    /// stay the same; 0 where every difference is another value. Searches by differences heed it.
    #[must_use]
    pub fn with_steps(mut self, steps: &[f64]) -> Self {
        self.strategy.set_steps(steps);
        self
    }

    /// Keeps every neighbouring value within reach in coordinates that stand for a few values: each generation has at
    /// least two. `thresholds` are the places in rising order at which a coordinate becomes another value; none where
    /// all places differ. CMA-ES heeds them.
    #[must_use]
    pub fn with_thresholds(mut self, thresholds: &[Vec<f64>]) -> Self {
        self.strategy.set_thresholds(thresholds);
        self
    }

    /// Says which coordinates choose between options without an order: between how many, and 0 for the others. Option `k` of
    /// `n` stands at `(k + 1/2) / n`. The mirrored evolution strategy heeds it; for the others neighbours are alike.
    #[must_use]
    pub fn with_options(mut self, options: &[usize]) -> Self {
        self.strategy.set_options(options);
        self
    }

    /// Keeps the mean of CMA-ES in the cube, where a penalty that vanishes with the spread of the fitness would not. The other
    /// optimizers but `CmaesCrate` do so by themselves.
    #[must_use]
    pub fn with_mean_inside(mut self) -> Self {
        self.strategy.set_mean_inside();
        self
    }

    /// Draws points again that are not allowed. The mirrored evolution strategy heeds it; the others propose such points.
    #[must_use]
    pub fn with_allowed(mut self, allowed: Allowed) -> Self {
        self.strategy.set_allowed(allowed);
        self
    }

    /// Accepts recorded points that differ from the proposed ones by up to `tolerance` edges in each coordinate, and
    /// learns from them as they are recorded.
    ///
    /// It serves records of which the start was rounded when it was written. The differences do not grow as long as the
    /// search learns from the recorded points; without a tolerance a difference of one rounding would lead to another
    /// search within tens of generations.
    #[must_use]
    pub fn tolerating(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }

    /// Returns the number of points of every generation.
    pub fn population(&self) -> usize {
        self.population
    }

    /// Returns the number of generations learned.
    pub fn generations(&self) -> usize {
        self.generations
    }

    /// Returns the generation that follows everything learned.
    ///
    /// # Errors
    ///
    /// If nothing is left to propose, or the history was refused.
    pub fn propose(&self) -> Result<Proposal, OptimizerError> {
        Ok(Proposal { distribution: self.distribution()?, points: self.strategy.points() })
    }

    /// Returns the distribution that the next generation is drawn from, if the optimizer has one.
    ///
    /// # Errors
    ///
    /// Those of [`propose`](Self::propose).
    pub fn distribution(&self) -> Result<Option<Distribution>, OptimizerError> {
        self.check_failure()?;
        Ok(self.strategy.distribution())
    }

    /// Returns the distribution after the first points of the next generation, with which the search ends.
    ///
    /// # Errors
    ///
    /// Those of [`propose`](Self::propose).
    pub fn after_part(
        &self,
        part: &EvaluatedGeneration,
    ) -> Result<Option<Distribution>, OptimizerError> {
        self.check_failure()?;
        Ok(self.strategy.after_part(part))
    }

    fn check_failure(&self) -> Result<(), OptimizerError> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    /// Learns from the next generation.
    ///
    /// # Errors
    ///
    /// If the generation cannot be this search's own, or none follows on those before. Every later call then returns
    /// the same error.
    pub fn learn(&mut self, evaluated: &EvaluatedGeneration) -> Result<(), OptimizerError> {
        let learned = self.try_learn(evaluated);
        if let Err(error) = &learned {
            self.failure = Some(error.clone());
        }
        learned
    }

    fn try_learn(&mut self, evaluated: &EvaluatedGeneration) -> Result<(), OptimizerError> {
        self.check_failure()?;
        self.check_shape(evaluated)?;
        let Learned { proposed, end } = self.strategy.learn(evaluated);
        for (candidate, (recorded, proposed)) in evaluated.points.iter().zip(&proposed).enumerate()
        {
            let place = (self.generations, candidate);
            check_point(place, recorded, proposed, self.tolerance)?;
        }
        self.generations += 1;
        // The evaluated generation stands; it is the next one that cannot be proposed.
        self.failure =
            end.map(|reason| OptimizerError::Ended { generations: self.generations, reason });
        Ok(())
    }

    /// Checks the number of points and of their coordinates, and that fitness can be ranked.
    fn check_shape(&self, evaluated: &EvaluatedGeneration) -> Result<(), OptimizerError> {
        let generation = self.generations;
        let count = |what: &str, found: usize, expected: usize| {
            if found == expected {
                return Ok(());
            }
            Err(OptimizerError::History(format!(
                "generation {generation} of the history has {found} {what}, expected {expected}"
            )))
        };
        count("points", evaluated.points.len(), self.population)?;
        count("fitness values", evaluated.fitness.len(), self.population)?;
        for point in &evaluated.points {
            count("coordinates in a point", point.len(), self.dimensions)?;
        }
        for (candidate, &found) in evaluated.fitness.iter().enumerate() {
            if found.is_nan() || found == f64::NEG_INFINITY {
                // Nothing could ever improve on `-inf`.
                return Err(OptimizerError::History(format!(
                    "generation {generation}, candidate {candidate}: the fitness is {found}, \
                     expected a finite number, or inf for a candidate that could not be evaluated"
                )));
            }
        }
        Ok(())
    }
}

/// Compares a recorded point with the replayed one: to the bit, or up to a tolerance above 0 in each coordinate.
/// `generation` and `candidate` are for the message.
///
/// # Errors
///
/// [`OptimizerError::Diverged`] at the first difference.
pub fn check_point(
    (generation, candidate): (usize, usize),
    recorded: &[f64],
    replayed: &[f64],
    tolerance: f64,
) -> Result<(), OptimizerError> {
    for (coordinate, (&recorded, &replayed)) in recorded.iter().zip(replayed).enumerate() {
        if !is_same(recorded, replayed, tolerance) {
            return Err(OptimizerError::Diverged {
                generation,
                candidate,
                coordinate,
                recorded,
                replayed,
            });
        }
    }
    Ok(())
}

/// Whether a recorded number is the replayed one: to the bit, or up to a tolerance above 0.
pub fn is_same(recorded: f64, replayed: f64, tolerance: f64) -> bool {
    recorded.to_bits() == replayed.to_bits()
        || (tolerance > 0.0 && (recorded - replayed).abs() <= tolerance)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strategy that always proposes the same point.
    struct SamePoint;

    impl Strategy for SamePoint {
        fn points(&self) -> Vec<Vec<f64>> {
            vec![vec![0.5]]
        }

        fn learn(&mut self, _: &EvaluatedGeneration) -> Learned {
            Learned { proposed: self.points(), end: None }
        }
    }

    fn evaluated(x: f64) -> EvaluatedGeneration {
        EvaluatedGeneration { points: vec![vec![x]], fitness: vec![1.0] }
    }

    #[test]
    fn a_difference_is_accepted_within_the_tolerance_only() {
        let off = 0.5_f64.next_up();
        let mut strict = Search::new(SamePoint, 1, 1);
        let refused = strict.learn(&evaluated(off)).unwrap_err();
        assert!(matches!(refused, OptimizerError::Diverged { .. }));
        assert_eq!(strict.propose(), Err(refused), "a refused history stays so");
        let mut tolerant = Search::new(SamePoint, 1, 1).tolerating(1e-9);
        tolerant.learn(&evaluated(off)).unwrap();
        tolerant.learn(&evaluated(0.5 + 2e-9)).unwrap_err();
    }
}
