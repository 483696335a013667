//! Runs and workers in one process, with a server of their own.
//!
//! | module | question |
//! |---|---|
//! | `games` | are the games of workers those of this machine, played twice if it is wished, and of this build? |
//! | `hostile` | do jobs, results and signs of life that nobody should send do harm? |
//! | `faults` | what is survived, and what stops a run? |
//! | `programs` | are programs played by those who offer them, without their command lines? |
//! | `made_up` | (helper: workers and runs that say what a test wants) |

mod faults;
mod games;
mod hostile;
mod made_up;
mod programs;
mod support;
