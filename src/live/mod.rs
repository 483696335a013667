//! A campaign under way, as people watch it in a terminal.
//!
//! | file | what it does |
//! |---|---|
//! | `state` | gathers what is known, from what is on record and from the campaign's events |
//! | `phase` | what is being played |
//! | `positions` | where the search stands in the ranges of the weights |
//! | `workload` | how many games are still to come |
//! | `time_left` | how long they will take |
//! | `view` | draws a state: a pure function of it, of the size and of the [`TerminalStyle`] |
//! | `chart` | the candidates' mean over generations, beside the starting weights |
//! | `weights` | draws these positions |
//! | `suspension` | Ctrl-Z and `fg` |
//! | `screen` | lends the terminal, and gives it back whatever happens |
//!
//! The campaign knows nothing of all this: it tells an
//! [`Observer`](tune2048_tuner::campaign::Observer).

mod chart;
mod phase;
mod positions;
pub mod screen;
pub mod state;
mod style;
mod suspension;
pub mod time_left;
mod view;
mod weights;
mod workload;

pub use phase::Phase;
pub use positions::WeightPosition;
pub use state::LiveState;
pub use style::TerminalStyle;
pub use suspension::Suspension;
pub use view::{Scroll, draw};
