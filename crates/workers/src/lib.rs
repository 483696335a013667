#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | `address` | where the server is, who may connect to it, and the connection |
//! | `fingerprint` | what games depend on besides their job: the build and its processor |
//! | `messages` | everything that is sent |
//! | `coordinator` | [`WorkersEvaluator`]: hands out games and collects their results |
//! | `worker` | [`Worker`]: plays games |
//! | `programs` | the names of programs of the user |
//! | `times` | how long workers and runs wait for each other |

#![warn(clippy::print_stdout)]

mod address;
mod coordinator;
mod fingerprint;
mod messages;
pub mod programs;
mod times;
mod worker;

pub use address::ServerAddress;
pub use coordinator::WorkersEvaluator;
pub use fingerprint::fingerprint;
#[doc(hidden)]
pub use times::set_lease;
pub use worker::Worker;

/// Takes a line for the user, such as that a worker of another build is there.
pub type Notice = std::sync::Arc<dyn Fn(&str) + Send + Sync>;
