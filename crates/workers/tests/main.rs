//! Runs and workers in one process, with a server of their own.
//!
//! | module | question |
//! |---|---|
//! | `games` | are the games of workers those of this machine? |
//! | `faults` | what is survived, and what stops a run? |
//! | `limits` | do workers leave what is above their limits to others? |
//! | `networks` | do networks that are not built in reach workers? |
//! | `programs` | are programs played by those who offer them, without their command lines? |
//! | `verification` | are games played twice, and are wrong results found? |
//! | `secrets` | are credentials and certificates of TLS enough to connect? |
//! | `seen` | what does a run see of its workers? |
//! | `made_up` | (helper: a worker that answers as a test wants) |
//! | `builds` | do builds keep apart, and do both sides say so? |

mod builds;
mod faults;
mod games;
mod known_workers;
mod limits;
mod made_up;
mod networks;
mod programs;
mod secrets;
mod support;
mod verification;
