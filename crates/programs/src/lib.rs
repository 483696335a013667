#![doc = include_str!("../README.md")]
#![warn(clippy::print_stdout)]

mod failure;
mod process;
mod protocol;
mod run;
mod serve;

pub use protocol::answer::read_game;
pub use protocol::request::{sent_seed, weights_object};
pub use run::Players;
pub use serve::{Request, Served, TakeAnswer, serve, serve_command, serve_evaluations};
