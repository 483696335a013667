//! Black-box minimisation over the unit cube `[0, 1]^n`.
//!
//! Points in, points out: nothing here knows what a point means, who evaluates it or where results are kept.
//!
//! | optimizer | proposes | take it for |
//! |---|---|---|
//! | [`CmaEs`] | samples of a normal distribution that it adapts | nearly everything, above all noisy fitness |
//! | [`CmaesCrate`] | the same, as the `cmaes` crate does it | comparison with another implementation |
//! | [`Spsa`] | pairs of points on both sides of one that moves along the difference | comparison with another method |
//! | [`ParticleSwarm`] | particles pulled to their own and the swarm's best point | comparison with another method |
//! | [`RandomSearch`] | uniform points | the baseline that every other one must beat |
//!
//! An optimizer is a pure function of its settings, its seed and the generations evaluated so far. It keeps no state
//! between calls, so that going on with a recorded run is the same as never having stopped.
//!
//! Fitness is minimised. It is a number, or `+inf` for a candidate that could not be evaluated: that one ranks last.

pub mod boundary;
mod cma_es;
mod cmaes_crate;
mod distribution;
mod eigen;
mod error;
mod evolution;
mod learning_rate;
mod particle_swarm;
mod random_search;
mod rates;
mod replay;
mod spsa;
mod step_weights;
mod uniform;

pub use cma_es::{CmaEs, CmaEsSettings, NoiseHandling};
pub use cmaes_crate::CmaesCrate;
pub use distribution::Distribution;
pub use error::OptimizerError;
pub use particle_swarm::{ParticleSwarm, ParticleSwarmSettings};
pub use random_search::RandomSearch;
pub use spsa::{Spsa, SpsaSettings};

use std::fmt::Debug;

/// A generation with what was measured of it.
#[derive(Debug, Clone, PartialEq)]
pub struct EvaluatedGeneration {
    /// The points exactly as they were proposed, not clamped: replay compares them bit for bit.
    pub points: Vec<Vec<f64>>,
    /// `fitness[i]` belongs to `points[i]` and is minimised; with whatever [`boundary::penalty`] was added.
    pub fitness: Vec<f64>,
    /// The standard error of each fitness: how much of it may be luck. 0 where fitness has no noise.
    pub errors: Vec<f64>,
}

/// The generation to evaluate next.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// [`Optimizer::population`] points. They may lie outside of the cube: see [`boundary`].
    pub points: Vec<Vec<f64>>,
    /// What the points were drawn from, if the optimizer has a model. Its mean is the best guess at the optimum
    /// that a noisy fitness allows: it averages over many candidates, whereas the best candidate may just be lucky.
    pub distribution: Option<Distribution>,
}

/// A method that minimises a function of which it only sees values.
pub trait Optimizer: Debug + Send + Sync {
    /// The number of points in every generation.
    fn population(&self) -> usize;

    /// Returns the generation that follows on `history`, which holds everything evaluated so far, oldest first.
    ///
    /// # Errors
    ///
    /// If the history cannot be this optimizer's own, or if there is nothing left to propose: see [`OptimizerError`].
    fn propose(&self, history: &[EvaluatedGeneration]) -> Result<Proposal, OptimizerError>;
}
