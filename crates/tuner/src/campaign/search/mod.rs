//! The search: what proposes generations and learns from them.
//!
//! | file | contents |
//! |---|---|
//! | `running` | the optimizer, which learns the record generation by generation; candidates that play each other |
//! | `warm_start` | starts from other campaigns, and from trials |
//! | `objective` | the objective and the fitness |
//! | `ask_tell` | the optimizer without a campaign |
//! | `noise` | what follows from how much of a ranking is noise |

pub(super) mod ask_tell;
pub(super) mod noise;
pub(crate) mod objective;
pub(super) mod running;
pub(super) mod warm_start;
