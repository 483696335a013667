//! Seeded games of 2048, what a board is worth, and players that choose moves.

#![warn(clippy::print_stdout)]

pub mod expression;
pub mod game;
pub mod heuristic;
pub mod player;
pub mod presets;

pub mod evaluate;
