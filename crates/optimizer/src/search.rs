//! Searches under way, which learn generation by generation.
//!
//! A search is a fold over the history. It keeps what it has learned and never the history itself, so that a generation
//! costs the same however many came before it.

use std::fmt;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::generation::{EvaluatedGeneration, Proposal};

/// What draws the points of a search.
pub(crate) type Generator = Xoshiro256PlusPlus;

/// Whether a point of the cube fulfils all constraints.
pub type Allowed = Box<dyn Fn(&[f64]) -> bool + Send + Sync>;

/// What is known of the coordinates of the cube; nothing by default, and of a coordinate without an entry.
#[derive(Default)]
#[allow(missing_debug_implementations, reason = "constraints are a function")]
pub struct Coordinates {
    /// The least difference in each coordinate that is another value, so that values which are whole do not stay the
    /// same; 0 where every difference is one. SPSA heeds it.
    pub steps: Vec<f64>,
    /// The places in rising order at which a coordinate becomes another value, none where all places differ: every
    /// neighbouring value stays within reach, and each generation has at least two. CMA-ES and the mirrored evolution
    /// strategy heed them.
    pub thresholds: Vec<Vec<f64>>,
    /// Between how many options without an order a coordinate chooses; 0 where its values have one. Option `k` of `n`
    /// stands at `(k + 1/2) / n`. The mirrored evolution strategy heeds it; for the others neighbours are alike.
    pub options: Vec<usize>,
    /// Whether the mean of CMA-ES is kept in the cube, where a penalty that vanishes with the spread of the fitness
    /// would not. The other optimizers but `CmaesCrate` do so by themselves.
    pub is_mean_inside: bool,
    /// Which points may be proposed. The mirrored evolution strategy draws others again; the others propose them.
    pub allowed: Option<Allowed>,
}

/// The state of a search, which differs between optimizers.
pub(crate) trait Strategy: Send + Sync {
    /// Returns the points of the generation that follows everything learned, drawn by the generator as it is then.
    fn points(&self, generator: &mut Generator) -> Vec<Vec<f64>>;

    /// Returns the distribution that they are drawn from, if there is one.
    fn distribution(&self) -> Option<Distribution> {
        None
    }

    /// Takes what is known of the coordinates.
    fn know(&mut self, _coordinates: Coordinates) {}

    /// Returns the distribution after a part of that generation, if there is one: the mean moves by the part's share.
    fn after_part(&self, _part: &EvaluatedGeneration) -> Option<Distribution> {
        self.distribution()
    }

    /// Learns from that generation after its evaluation, and leaves the generator as the next one needs it. The evaluated
    /// points replace the proposed ones where they differ.
    fn learn(&mut self, evaluated: &EvaluatedGeneration, generator: &mut Generator) -> Learned;
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
    /// The generator at the beginning of the next generation.
    generator: Generator,
    population: usize,
    dimensions: usize,
    /// The number of generations learned.
    generations: usize,
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
        seed: u64,
        population: usize,
        dimensions: usize,
    ) -> Self {
        let (strategy, generator) = (Box::new(strategy), Generator::seed_from_u64(seed));
        Self { strategy, generator, population, dimensions, generations: 0, failure: None }
    }

    /// Tells the search what is known of the coordinates.
    #[must_use]
    pub fn knowing(mut self, coordinates: Coordinates) -> Self {
        self.strategy.know(coordinates);
        self
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
        let distribution = self.distribution()?;
        Ok(Proposal { distribution, points: self.strategy.points(&mut self.generator.clone()) })
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
        let Learned { proposed, end } = self.strategy.learn(evaluated, &mut self.generator);
        for (candidate, (recorded, proposed)) in evaluated.points.iter().zip(&proposed).enumerate()
        {
            check_point((self.generations, candidate), recorded, proposed)?;
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

/// Compares a recorded point with the replayed one, to the bit. `generation` and `candidate` are for the message.
///
/// # Errors
///
/// [`OptimizerError::Diverged`] at the first difference.
pub fn check_point(
    (generation, candidate): (usize, usize),
    recorded: &[f64],
    replayed: &[f64],
) -> Result<(), OptimizerError> {
    for (coordinate, (&recorded, &replayed)) in recorded.iter().zip(replayed).enumerate() {
        if recorded.to_bits() != replayed.to_bits() {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A strategy that always proposes the same point.
    struct SamePoint;

    impl Strategy for SamePoint {
        fn points(&self, _: &mut Generator) -> Vec<Vec<f64>> {
            vec![vec![0.5]]
        }

        fn learn(&mut self, _: &EvaluatedGeneration, by: &mut Generator) -> Learned {
            Learned { proposed: self.points(by), end: None }
        }
    }

    fn evaluated(x: f64) -> EvaluatedGeneration {
        EvaluatedGeneration { points: vec![vec![x]], fitness: vec![1.0] }
    }

    #[test]
    fn a_difference_in_the_last_bit_is_refused_for_good() {
        let mut search = Search::new(SamePoint, 1, 1, 1);
        let refused = search.learn(&evaluated(0.5_f64.next_up())).unwrap_err();
        assert!(matches!(refused, OptimizerError::Diverged { .. }));
        assert_eq!(search.propose(), Err(refused));
    }
}
