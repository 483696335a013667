//! How a move is chosen: expectimax.

pub mod settings;

pub use settings::{DeadValue, Depth, DepthRule, ExpectimaxSettings, PlayerSettings, StaticValue};
