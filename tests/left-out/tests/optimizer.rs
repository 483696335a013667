//! The contract of the optimizers that a build without features has.

extern crate optimizer_without_features as tune2048_optimizer;

#[path = "../../../crates/optimizer/tests/contract.rs"]
mod contract;
#[path = "../../../crates/optimizer/tests/contracts.rs"]
mod contracts;
#[allow(dead_code, reason = "tests of single optimizers use the rest")]
#[path = "../../../crates/optimizer/tests/problems.rs"]
mod problems;
