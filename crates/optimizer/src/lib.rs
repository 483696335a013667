#![doc = include_str!("../README.md")]

pub mod boundary;
mod distribution;
mod error;
mod generation;
mod method;
mod methods;
mod pending;
mod search;
mod symmetric;
mod tape;
mod uniform;
mod vectors;

pub use distribution::Distribution;
pub use error::OptimizerError;
pub use generation::{EvaluatedGeneration, Proposal};
pub use methods::*;
pub use pending::Pending;
pub use search::{Allowed, Coordinates, Search, check_point};
pub use symmetric::SymmetricMatrix;
