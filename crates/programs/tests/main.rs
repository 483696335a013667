//! Tests of games that programs play, with small programs in Python and for the shell.
//!
//! | module | question |
//! |---|---|
//! | `games` | are results right, whatever the number of processes, threads and requests? |
//! | `kills` | do kills at any time change nothing? |
//! | `retries` | which failures are borne, and what is kept of them? |
//! | `failures` | does each failure that stops a job say what happened and what to do? |
//! | `determinism` | is a program found out that is not deterministic? |
//! | `health` | is it told what programs fail in, are silent about, or leave behind? |
//! | `referee` | the same for programs that answer moves of games that are held here |
//! | `once_per_game` | the same for programs that are started for each game |
//! | `processes` | does no process stay behind, whatever ends first? |

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
