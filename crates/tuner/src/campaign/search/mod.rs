//! The search: proposing, playing and recording generations.
//!
//! | file | contents |
//! |---|---|
//! | `ranked_search`, `restart` | the optimizer, and its restarts |
//! | `warm_start` | starts from other campaigns, and from trials |
//! | `generation`, `replay` | the games of a generation, and the record that it must repeat |
//! | `objective`, `split_half`, `doubt` | fitness, how much of a ranking is luck, and scores of broken programs |
//! | `ask_tell` | the optimizer without a campaign |
//! | `adaptive_games`, `noise` | what follows from how much of a ranking is luck |

pub(super) mod adaptive_games;
pub(super) mod ask_tell;
pub mod doubt;
pub(super) mod generation;
pub(super) mod noise;
pub(crate) mod objective;
pub(super) mod ranked_search;
pub(super) mod replay;
pub(super) mod restart;
pub mod split_half;
pub(super) mod warm_start;
