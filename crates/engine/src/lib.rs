#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! Data flows down this list; no module uses one below it.
//!
//! | module | contents |
//! |---|---|
//! | [`game`] | [`Board`], [`Move`], [`Session`], seeds and spawns |
//! | [`expression`] | the language of user-defined heuristics |
//! | [`heuristic`] | [`HeuristicKind`] and [`Weights`]; [`Tables`], which value boards |
//! | [`player`] | [`PlayerSettings`], and the players that they describe |
//! | [`presets`] | built-in players with their weights, by name |
//! | [`evaluate`] | [`Batch`], players and seeds, and what plays their games |
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | rank | the binary logarithm of a tile, 0 for an empty cell |
//! | score | the points of a game |
//! | value | the number that a heuristic or a search gives a board |
//! | weights | the named parameters of a heuristic |
//! | term | a part of a value, named after the weight that multiplies it |
//! | afterstate | the board after a move, before the spawn |
//! | depth | the number of spawns that a search looks past |
//! | nodes | the boards that a player values |

#![warn(clippy::print_stdout)]

pub mod evaluate;
pub mod expression;
pub mod game;
pub mod heuristic;
pub mod player;
pub mod presets;
pub mod tuples;

mod processor;

pub use evaluate::{Batch, BoardPlayer, EvaluateError, GameEvaluator, Monitor, PlayerGames};
pub use game::{
    Board, GameResult, GameSeed, Move, ParseBoardError, Player, Score, Session, Stream, play,
};
pub use heuristic::{HeuristicKind, Tables, WeightSpec, Weights};
pub use player::{Depth, ExpectimaxSettings, PlayerSettings};
pub use presets::Preset;
