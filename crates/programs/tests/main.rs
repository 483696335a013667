//! Tests of games that programs play, with small programs in Python and for the shell.

#![cfg(unix)]

mod determinism;
mod failures;
mod games;
mod groups;
mod health;
mod kills;
mod once_per_game;
mod processes;
mod referee;
mod retries;
mod support;
