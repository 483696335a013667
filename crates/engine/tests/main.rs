//! Tests of the engine through its public interface.
//!
//! `rules` and `textbook` are the game and the search once more, slow and simple.

mod evaluate;
mod expressions;
mod golden;
mod heuristics;
mod moves;
mod networks;
mod node_budget;
mod players;
mod points;
mod rules;
mod search;
mod textbook;

use tune2048_engine::{Preset, Weights};

fn preset(name: &str) -> Weights {
    Preset::find(name).expect("built in").weights()
}
