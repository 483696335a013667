//! Runs and workers in one process, with a server of their own.
//!
//! | module | question |
//! |---|---|
//! | `games` | are the games of workers those of this machine? |
//! | `faults` | what is survived, and what stops a run? |
//! | `builds` | do builds keep apart, and do both sides say so? |

mod builds;
mod faults;
mod games;
mod support;
