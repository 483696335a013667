//! The report of made-up campaigns, read as a browser reads it.

mod damage;
mod marks;
mod numbers;
mod size;
mod structure;
