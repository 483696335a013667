//! Black-box minimisation over the unit cube `[0, 1]^n`, for functions that are noisy, expensive or evaluated elsewhere.
//!
//! | optimizer | proposes | good for |
//! |---|---|---|
//! | [`CmaEs`] | samples of a normal distribution that it adapts | nearly everything, above all noisy fitness |
//! | [`CmaesCrate`] | the same, computed by the `cmaes` crate | comparison with another implementation |
//! | [`Spsa`] | pairs of points on both sides of one that moves along their difference | comparison with another method |
//! | [`ParticleSwarm`] | particles pulled to their own and the swarm's best point | comparison with another method |
//! | [`RandomSearch`] | uniform points | a baseline that every other one must beat |
//!
//! # Ask with the history, tell nothing
//!
//! An optimizer is a pure function of its settings, its seed and the generations evaluated so far. It has no state that
//! a caller must save: from the recorded generations a search continues on another day or another machine with the same
//! points as if it had never stopped.
//!
//! ```
//! use tune2048_optimizer::{CmaEs, CmaEsSettings, EvaluatedGeneration, Optimizer};
//!
//! let sphere = |point: &[f64]| point.iter().map(|x| (x - 0.3).powi(2)).sum::<f64>();
//! let optimizer = CmaEs::new(&CmaEsSettings::default(), vec![0.5; 4], 1)?;
//! let mut history = Vec::new();
//! for _ in 0..60 {
//!     let points = optimizer.ask(&history)?.points;
//!     let fitness = points.iter().map(|point| sphere(point)).collect();
//!     history.push(EvaluatedGeneration { points, fitness });
//! }
//! let distribution = optimizer.ask(&history)?.distribution.expect("CMA-ES has a distribution");
//! assert!(distribution.mean.iter().all(|x| (x - 0.3).abs() < 1e-3));
//! # Ok::<(), tune2048_optimizer::OptimizerError>(())
//! ```
//!
//! A long search is cheaper with [`Optimizer::start`]: a [`Replay`] learns each generation once, and a generation costs
//! the same however many came before it (with [`CmaesCrate`] it does not).
//!
//! # Fitness
//!
//! Fitness is minimised. It is a finite number, or `+inf` for a candidate that could not be evaluated, which ranks
//! last. Points may lie outside of the cube: [`boundary`] says how to evaluate them.
//!
//! # Reproducibility
//!
//! [`CmaEs`], [`Spsa`], [`ParticleSwarm`] and [`RandomSearch`] return the same bits on every processor. [`CmaesCrate`]
//! does so on one kind of processor only. Every optimizer replays the history that it is given and compares the recorded
//! points with its own bit by bit: see [`OptimizerError::Diverged`].

pub mod boundary;
mod cma_es;
mod cmaes_crate;
mod distribution;
mod eigen;
mod error;
mod evolution;
mod particle_swarm;
mod random_search;
mod rates;
mod replay;
mod spsa;
mod symmetric;
mod tape;
mod uniform;

pub use cma_es::{CmaEs, CmaEsSettings};
pub use cmaes_crate::CmaesCrate;
pub use distribution::Distribution;
pub use error::OptimizerError;
pub use particle_swarm::{ParticleSwarm, ParticleSwarmSettings};
pub use random_search::RandomSearch;
pub use replay::{Replay, is_same};
pub use spsa::{Spsa, SpsaSettings};
pub use symmetric::SymmetricMatrix;

use std::fmt::Debug;

/// A generation of points with their measured fitness.
#[derive(Debug, Clone, PartialEq)]
pub struct EvaluatedGeneration {
    /// The points exactly as they were proposed, not clamped to the cube: replay compares them bit for bit.
    pub points: Vec<Vec<f64>>,
    /// `fitness[i]` is the fitness of `points[i]`, including its [`boundary::penalty`].
    pub fitness: Vec<f64>,
}

/// A generation of points to evaluate next.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// As many points as the [`Optimizer::population`]. They may lie outside of the cube: see [`boundary`].
    pub points: Vec<Vec<f64>>,
    /// The distribution that the points were drawn from, if the optimizer has one.
    ///
    /// Its mean is the best guess at the optimum of a noisy fitness: it averages over many candidates, while the
    /// candidate with the best fitness may just be lucky.
    pub distribution: Option<Distribution>,
}

/// A method that minimises a function of which it only sees values.
pub trait Optimizer: Debug + Send + Sync {
    /// Returns the number of points in every generation.
    fn population(&self) -> usize;

    /// Starts a search that has learned nothing yet.
    fn start(&self) -> Replay;

    /// Returns the generation that follows `history`: everything evaluated so far, oldest generation first.
    ///
    /// It learns the whole history from the beginning. A caller with many generations keeps the search that
    /// [`start`](Self::start) returns.
    ///
    /// # Errors
    ///
    /// If the history cannot be this optimizer's own, or if nothing is left to propose: see [`OptimizerError`].
    fn ask(&self, history: &[EvaluatedGeneration]) -> Result<Proposal, OptimizerError> {
        let mut search = self.start();
        for evaluated in history {
            search.learn(evaluated)?;
        }
        search.propose()
    }
}

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
