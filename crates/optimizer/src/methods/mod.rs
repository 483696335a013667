//! The optimizers: a file or folder for each, with its settings, and the list of them all.

mod choice;
mod cma_es;
mod cmaes_crate;

mod margin;
mod mirrored_es;
mod moment;
mod particle_swarm;
mod random_search;
mod ranks;
mod spsa;

pub use cma_es::CmaEsSettings;
pub use cmaes_crate::CmaesCrateSettings;
pub use mirrored_es::MirroredEsSettings;
pub use particle_swarm::ParticleSwarmSettings;
pub use random_search::RandomSearchSettings;
pub use spsa::SpsaSettings;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::boundary::check_inside;
use crate::distribution::Distribution;
use crate::error::OptimizerError;
use crate::method::Method;
use crate::search::Search;

/// Declares [`Optimizer`] from the name, the variant and the settings of each.
macro_rules! optimizers {
    ($($(#[$doc:meta])* $name:literal $(or $alias:literal)? => $variant:ident($settings:ident),)*) => {
        /// An optimizer with its settings.
        #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
        pub enum Optimizer {
            $(
                $(#[$doc])*
                #[serde(rename = $name $(, alias = $alias)?)]
                $(#[schemars(extend("alias" = $alias))])?
                $variant($settings),
            )*
        }

        impl Optimizer {
            /// Returns every optimizer with its default settings.
            pub fn all() -> Vec<Self> {
                vec![$(Self::$variant($settings::default())),*]
            }

            /// Returns the name of the optimizer in files.
            pub fn name(&self) -> &'static str {
                match self { $(Self::$variant(_) => $name),* }
            }

            fn method(&self) -> &dyn Method {
                match self { $(Self::$variant(settings) => settings),* }
            }

            fn method_mut(&mut self) -> &mut dyn Method {
                match self { $(Self::$variant(settings) => settings),* }
            }
        }
    };
}

optimizers! {
    /// Mirrored evolution strategy: candidates on both sides of a mean, which moves by the whole ranking.
    "mirrored-es" => MirroredEs(MirroredEsSettings),
    /// CMA-ES: adapts a normal distribution of candidates from generation to generation.
    "cma-es" => CmaEs(CmaEsSettings),
    /// CMA-ES as the cmaes crate computes it, for comparison.
    "cmaes-crate" => CmaesCrate(CmaesCrateSettings),
    /// SPSA: estimates the gradient from pairs of points on both sides of the current one.
    "spsa" => Spsa(SpsaSettings),
    /// Particle swarm.
    "particle-swarm" => ParticleSwarm(ParticleSwarmSettings),
    /// Random search: draws every candidate uniformly from the whole space.
    "random-matrix" or "random-search" => RandomSearch(RandomSearchSettings),
}

impl Default for Optimizer {
    fn default() -> Self {
        Self::MirroredEs(MirroredEsSettings::default())
    }
}

impl Optimizer {
    /// Returns the number of candidates of a generation over `dimensions` coordinates.
    pub fn population(&self, dimensions: usize) -> u32 {
        self.method().population(dimensions)
    }

    /// Replaces a population that depends on the number of coordinates by its value.
    pub fn settle(&mut self, dimensions: usize) {
        self.method_mut().settle(dimensions);
    }

    /// Returns the standard deviation of a first generation in every coordinate, in edges of the cube: the limit of a
    /// distribution that is made wider.
    pub fn step_size(&self) -> f64 {
        self.method().step_size()
    }

    /// Whether candidates are drawn from a distribution.
    pub fn has_distribution(&self) -> bool {
        !matches!(self, Self::ParticleSwarm(_) | Self::RandomSearch(_))
    }

    /// Whether the mean of its distribution, which averages over many candidates, is the answer of a search, and another search
    /// can be started from the distribution.
    pub fn recommends_mean(&self) -> bool {
        matches!(self, Self::MirroredEs(_) | Self::CmaEs(_))
    }

    /// Starts a search at a point of the cube, with settings in the ranges of their schema.
    ///
    /// # Errors
    ///
    /// If a population is odd that must be even, or the point is not in the cube.
    pub fn start(&self, point: Vec<f64>, seed: u64) -> Result<Search, OptimizerError> {
        check_inside(&point)?;
        self.method().start(point, seed)
    }

    /// Starts a search from a distribution, such as the last one of a recorded search. An optimizer that is not
    /// [drawn from one](Self::has_distribution) starts at its mean.
    ///
    /// The history of the new search begins empty. With CMA-ES only the evolution paths of the old search are lost: the
    /// memory of the last few steps, which builds up again in about `n / 4` generations. The distribution's step size
    /// replaces that of the settings. Use another seed than that of the old search, so that it does not draw the same
    /// deviations again.
    ///
    /// # Errors
    ///
    /// If a population is odd that must be even, or the distribution is invalid: numbers that are
    /// not finite, a step size that is not positive, a covariance that is not positive definite.
    pub fn restart(
        &self,
        distribution: &Distribution,
        seed: u64,
    ) -> Result<Search, OptimizerError> {
        self.method().restart(distribution, seed)
    }
}
