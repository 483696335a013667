//! Tests of the engine through its public interface.
//!
//! | module | question |
//! |---|---|
//! | `moves` | do moves follow the rules? |
//! | `evaluate` | do games on threads have the results of games played one by one? |
//! | `expressions` | do expressions keep their recorded values? |
//! | `golden` | do boards and moves have the values of independent programs? |
//! | `heuristics` | does every heuristic keep its contract and return the values of its formula? |
//! | `networks` | do learned networks have the values of their files? |
//! | `players` | does every player keep its contract? |
//! | `points` | does a search add up points as a textbook does? |
//! | `search` | does a search find what the full one finds? |
//! | `node_budget` | does expectimax keep to a number of nodes? |
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

/// The weights of a preset.
fn preset(name: &str) -> Weights {
    Preset::find(name).expect("built in").weights()
}
