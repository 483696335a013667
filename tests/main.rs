//! The program and what people see of it.

mod cli;
mod docs;
mod live_view;
mod programs;
mod workspace;
