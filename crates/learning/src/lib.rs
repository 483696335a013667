//! Temporal difference learning of tuple networks for 2048.

mod batch;
mod game;
mod learner;
mod table;

pub use batch::{Batch, BatchResult, Step};
pub use learner::Learner;
