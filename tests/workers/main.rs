//! Commands whose games are played by worker processes, with a server of their own.
//!
//! | module | question |
//! |---|---|
//! | `same_bytes` | does every command that plays print and record what it does on one machine? |
//! | `kills` | and if workers, server and coordinator are killed, and which workers are shown then? |
//! | `secrets` | is a connection encrypted? |
//! | `refusals` | what is refused, and with which words? |

mod cluster;
mod kills;
mod refusals;
mod same_bytes;
mod secrets;
