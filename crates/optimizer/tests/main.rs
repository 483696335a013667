//! One contract for all optimizers, and what single ones promise beyond it.
//!
//! Seeds are fixed and most checks exact. Bounds on results leave room above the worst of 15 seeds.

mod cma_es;
mod contract;
mod problems;
