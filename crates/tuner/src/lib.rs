//! Campaigns that tune the weights of players of 2048.

#![warn(clippy::print_stdout)]

pub mod spec;
pub mod toml_errors;

pub mod number_text;
pub mod scores;
pub mod statistics;

pub mod campaign;
pub mod checkpoint;
pub mod compare;
pub mod diagnosis;

pub mod duel;
pub mod protocol;

pub mod explain;
pub mod export;
pub mod tournament;
pub mod weights_file;
