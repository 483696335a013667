//! Generations of points, before and after their evaluation.

use crate::distribution::Distribution;

/// A generation of points to evaluate next.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// As many points as the [`Search::population`](crate::Search::population). They may lie outside of the cube: see
    /// [`boundary`](crate::boundary).
    pub points: Vec<Vec<f64>>,
    /// The distribution that the points were drawn from, if the optimizer has one.
    ///
    /// Its mean is the best guess at the optimum of a noisy fitness: it averages over many candidates, while the
    /// candidate with the best fitness may just be lucky.
    pub distribution: Option<Distribution>,
}

/// A generation of points with their measured fitness.
#[derive(Debug, Clone, PartialEq)]
pub struct EvaluatedGeneration {
    /// The points exactly as they were proposed, not clamped to the cube: replay compares them bit for bit.
    pub points: Vec<Vec<f64>>,
    /// `fitness[i]` is the fitness of `points[i]`, including its [`penalty`](crate::boundary::penalty).
    pub fitness: Vec<f64>,
}
