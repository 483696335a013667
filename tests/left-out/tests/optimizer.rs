//! The tests of the optimizer, of a build that leaves out what features bring.

extern crate optimizer_without_features as tune2048_optimizer;

#[path = "../../../crates/optimizer/tests/cma_es.rs"]
mod cma_es;
#[path = "../../../crates/optimizer/tests/contract.rs"]
mod contract;
#[path = "../../../crates/optimizer/tests/contracts.rs"]
mod contracts;
#[path = "../../../crates/optimizer/tests/discrete.rs"]
mod discrete;
#[path = "../../../crates/optimizer/tests/problems.rs"]
mod problems;
