//! Where games are played: threads of this machine, processes of a program, workers elsewhere.

pub(crate) mod evaluator;
#[cfg(feature = "workers")]
pub(crate) mod workers;
pub(crate) mod workers_record;
