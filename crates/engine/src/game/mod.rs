//! The game: board, moves, spawns, and seeded games.
//!
//! [`play`] plays a whole game with a [`Player`]; a [`Session`] is a game that the caller
//! moves in, and a [`LongGame`] one with tiles beyond 32 768. A game depends on its player and its [`GameSeed`] only.

mod board;
mod board_text;
pub(crate) mod gaps;
mod long_game;
pub(crate) mod moves;
pub(crate) mod per_row;
mod points;
mod random;
mod score;
mod session;

pub use board::{Board, MAX_RANK};
pub use board_text::ParseBoardError;
pub use long_game::LongGame;
pub use moves::{Move, MoveTables};
pub use random::{GameSeed, SpawnSource, Stream, mix};
pub use score::{SCORE, Score};
pub use session::{GameResult, INNER_NODE_COST, Player, Session, finish_unless, first_best, play};
