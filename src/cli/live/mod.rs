//! The live view of a running campaign or learning run on a terminal.
//!
//! | file | what it does |
//! |---|---|
//! | `view` | draws the progress: a pure function of it and the size |
//! | `chart` | draws the mean score over the generations, or over the games of a learning run |
//! | `weights` | draws where each weight stands in its range |

mod chart;
mod view;
mod weights;

pub use view::draw;
