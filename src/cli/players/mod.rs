//! Commands in which one player plays.

pub(crate) mod bench;
pub(crate) mod bench_networks;
pub(crate) mod busy;
pub(crate) mod evaluate;
pub(crate) mod inspect;
pub(crate) mod play;
