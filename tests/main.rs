//! The program and what people see of it.
//!
//! | module | question |
//! |---|---|
//! | `cli` | the program as its users meet it: a process, its arguments, its streams, its files |
//! | `programs` | games that are played by programs of the user |
//! | `report` | the report of made-up campaigns, read as a browser reads it |
//! | `live` | what the live view shows of a campaign, drawn into memory |
//! | `watch` | games that are watched: what keys do to them, and what is drawn |
//! | `browser` | the report and the live pages in a real browser |
//! | `docs` | whether the generated tables of the reference are those of the code |
//! | `workspace` | which package depends on which |

mod browser;
mod cli;
mod docs;
#[allow(dead_code, reason = "the campaigns' tests use all of it")]
#[path = "../crates/tuner/tests/campaign/fake.rs"]
mod fake;
mod live;
mod programs;
mod report;
mod spaces;
mod support;
mod watch;
mod workspace;
