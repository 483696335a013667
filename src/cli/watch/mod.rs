//! Games that a user steps through on a terminal.
//!
//! | file | what it does |
//! |---|---|
//! | `game` | the games and what keys do to them: a pure state, without clock or terminal |
//! | `advisor` | analyses boards on a thread of its own |
//! | `view` | draws the games: a pure function of them and of the size |
//! | `moves` | draws the value of each move and its terms |
//! | `tiles` | draws a board |
//! | `terminal` | shows them, and reads the keys |

mod advisor;
mod game;
mod moves;
pub(crate) mod terminal;
mod tiles;
mod view;

pub use advisor::{Advice, Advisor};
pub use game::{WatchedGames, WatchedPlayer};
pub use view::draw;
