//! The game: board, moves, spawns, one game from start to end.
//!
//! Knows nothing of weights, optimizers, files or threads.

pub mod board;
pub mod gaps;
pub mod moves;
pub mod playout;
pub mod random;
mod score;
pub mod session;

pub use board::{Board, ParseBoardError};
pub use moves::{Move, MoveTables};
pub use playout::Playout;
pub use random::{GameSeed, SpawnSource, Stream};
pub use session::{GameResult, Player, Session, play, play_unless};
