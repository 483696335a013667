//! Games that a user watches and controls on a terminal.
//!
//! | file | what it does |
//! |---|---|
//! | `game` | the games, their controls, and boards set up by hand: a pure state, without clock or terminal |
//! | `keys` | what each key does |
//! | `advisor` | analyses boards on a thread of its own |
//! | `view` | draws the games: a pure function of them and of the size |
//! | `moves` | draws the value of each move and its terms |
//! | `tiles` | draws a board |
//! | `terminal` | shows them, and reads the keys |

mod advisor;
mod game;
mod keys;
mod moves;
pub(crate) mod terminal;
mod tiles;
mod view;

pub use advisor::{Advice, Advisor};
pub use game::{BoardEditor, WatchedGames, WatchedPlayer};
pub use view::draw;
