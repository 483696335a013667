//! The program and what people see of it.
//!
//! | module | question |
//! |---|---|
//! | `cli` | the program as its users meet it: a process, its arguments, its streams, its files |
//! | `programs` | games that are played by programs of the user |
//! | `live_view` | what the live view shows of a campaign, drawn into memory |
//! | `docs` | whether the generated tables of the reference are those of the code |
//! | `workspace` | which package depends on which |

mod cli;
mod docs;
mod live_view;
mod programs;
mod workspace;
