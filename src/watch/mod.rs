//! A game, or two on one seed, as people watch them in a terminal, and take over.
//!
//! | file | what it does |
//! |---|---|
//! | `game` | the games, and what can be done to them: a pure state, without clock or terminal |
//! | `edit` | a board set up by hand |
//! | `keys` | what a key asks for |
//! | `advisor` | what a player thinks of a board, from a thread of its own |
//! | `view` | draws a state: a pure function of it and of the size |
//! | `moves` | the value of each move, and the terms that make it |
//! | `tiles` | a board of tiles |

mod advisor;
mod board_editor;
mod game;
mod keys;
mod moves;
mod tiles;
mod view;

pub use advisor::{Advice, Advisor};
pub use board_editor::BoardEditor;
pub use game::{MoveDelay, WatchedGames, WatchedPlayer};
pub use keys::{Action, action};
pub use view::draw;
