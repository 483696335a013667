//! The live view of a running campaign or learning run on a terminal.
//!
//! | file | what it does |
//! |---|---|
//! | `view` | draws a campaign's progress: a pure function of it, the size and the [`TerminalStyle`](super::terminal::TerminalStyle) |
//! | `learning` | draws a learning run's progress, likewise |
//! | `parts` | what both views share: title, bar and keys |
//! | `layout` | decides which parts of the view fit the terminal |
//! | `chart` | draws the candidates' mean score over the generations |
//! | `weights` | draws where each weight stands in its range |

mod chart;
mod layout;
mod learning;
mod parts;
mod view;
mod weights;

pub use learning::draw_learning;
pub use view::draw;
pub use weights::Scroll;
