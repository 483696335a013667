//! tune2048.
pub mod game;
pub mod heuristic;
pub mod player;
