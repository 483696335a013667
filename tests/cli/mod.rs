//! The program as its users meet it: a process, its arguments, its streams, its files.
//!
//! Each test runs the real binary in a folder of its own. Whatever it does, it
//! never panics, and writes no escape sequence to what is no terminal: that is
//! checked of every run (`support`).
//!
//! The first line of each file says what it asks.

#![allow(clippy::float_cmp, reason = "files keep every bit of a number")]

mod campaigns;
mod check;
mod compare;
mod compare_stored;
mod completions;
mod damage;
mod diagnose;
mod diagnose_logs;
mod diagnose_options;
mod disk;
mod evaluate;
mod explain;
mod export;
pub(crate) mod export_code;
mod export_network;
pub(crate) mod export_page;
mod hostile;
mod init;
mod inspect;
mod interrupt;
mod learn;
mod learning_campaigns;
mod list;
pub(crate) mod live_server;
mod names;
mod plan;
mod players;
mod refusals;
mod resources;
mod serve;
mod serve_evaluations;
mod status;
mod streams;
mod tournament;
mod weights_only;
