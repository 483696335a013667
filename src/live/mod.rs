//! A campaign under way, as people watch it in a terminal.
//!
//! | file | what it does |
//! |---|---|
//! | `view` | draws a state: a pure function of it, of the size and of the [`TerminalStyle`] |
//! | `chart` | the candidates' mean over generations, beside the starting weights |
//! | `weights` | draws these positions |
//! | `suspension` | Ctrl-Z and `fg` |
//! | `screen` | lends the terminal, and gives it back whatever happens |
//!
//! The campaign knows nothing of all this: it tells an
//! [`Observer`](tune2048_tuner::campaign::Observer).

mod chart;
pub mod screen;
mod style;
mod suspension;
mod view;
mod weights;

pub use style::TerminalStyle;
pub use suspension::Suspension;
pub use view::{Scroll, draw};
