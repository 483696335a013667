//! Temporal difference learning of tuple networks for 2048.
//!
//! | module | contents |
//! |---|---|
//! | `table`, `lesson`, `game`, `batch`, `learner` | how games without search change weights |
//! | `searched` | how games of a search change them |
//! | [`settings`] | the file of a learning run |
//! | [`run`] | a learning run in its folder |
//! | `evaluation` | games that test a network |
//! | `evaluator` | games of campaigns, each of which is a learning run and its test |

mod batch;
mod evaluation;
mod evaluator;
mod game;
mod learner;
mod lesson;
pub mod run;
mod searched;
pub mod settings;
mod table;

pub use batch::{Batch, BatchResult, Step};
pub use evaluation::{Test, test};
pub use evaluator::{LearningEvaluator, settings_of};
pub use learner::Learner;
