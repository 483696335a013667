//! One contract for all optimizers, and the properties of single ones.
//!
//! Seeds are fixed and most checks are exact. Bounds on results are above the worst of 15 seeds.

mod cma_es;
mod contract;
mod contracts;
mod discrete;
mod problems;
