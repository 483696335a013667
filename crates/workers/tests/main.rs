//! Runs and workers in one process, with a server of their own.
//!
//! | module | question |
//! |---|---|
//! | `games` | are the games of workers those of this machine? |
//! | `hostile` | do jobs, results and signs of life that nobody should send do harm? |
//! | `faults` | what is survived, and what stops a run? |
//! | `programs` | are programs played by those who offer them, without their command lines? |
//! | `verification` | are games played twice, and are wrong results found? |
//! | `made_up` | (helper: a worker that answers as a test wants) |
//! | `builds` | do builds keep apart, and do both sides say so? |

mod builds;
mod faults;
mod games;
mod hostile;
mod made_up;
mod programs;
mod support;
mod verification;
