#![doc = include_str!("../README.md")]
//! ## Modules
//!
//! | module | contents |
//! |---|---|
//! | `lesson`, `game`, `batch`, `learner` | how games without search change weights |
//! | `work` | how fast, and on how many threads |
//! | `search`, `search_batches` | a search over a network, its test, and how its games change weights |
//! | [`settings`] | the file of a learning run |
//! | [`run`] | a learning run in its folder |
//! | [`program`] | a program that campaigns tune: each of its games is a learning run and its test |

mod batch;
mod game;
mod learner;
mod lesson;
pub mod program;
pub mod run;
mod search;
mod search_batches;
pub mod settings;
mod work;

pub use batch::{Batch, BatchResult};
pub use learner::Learner;
pub use lesson::Step;
