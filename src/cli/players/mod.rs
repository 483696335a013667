//! Commands in which one player plays.

pub(crate) mod evaluate;
pub(crate) mod inspect;
pub(crate) mod play;
