//! Commands whose games are played by worker processes, with a server of their own.
//!
//! | module | question |
//! |---|---|
//! | `same_bytes` | does every command that plays print and record what it does on one machine? |
//! | `kills` | and if workers, server and coordinator are killed? |
//! | `secrets` | is a connection encrypted? |
//! | `known_workers` | which workers are shown? |
//! | `refusals` | what is refused, and with which words? |

mod cluster;
mod kills;
mod known_workers;
mod refusals;
mod same_bytes;
mod secrets;
