//! How a move is chosen: expectimax.

mod axis;
mod chance_node;
pub mod expectimax;
pub mod settings;
pub mod transposition;

pub use expectimax::Expectimax;
pub use settings::{DeadValue, Depth, DepthRule, ExpectimaxSettings, PlayerSettings, StaticValue};
