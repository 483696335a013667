//! Tests of campaigns and their parts through the public interface.
//!
//! | module | question |
//! |---|---|
//! | `spec` | what does a file say, and how are its mistakes shown? |
//! | `campaign` | do whole searches on simulated games survive interruption and damage anywhere? |
//! | `verdict` | how often is the final claim of simulated campaigns with a known truth right? |
//! | `noise` | do intervals and estimates have their stated accuracy? |
//! | `explain` | how do two players differ? |
//! | `busy_cores` | are the cores of many machines busy? |
//! | `machines` | (helper: games in virtual time) |
//! | `rich_rows`, `expressions` | do files and formulas give the same values? |

mod busy_cores;
mod campaign;
mod explain;
mod expressions;
mod machines;
mod noise;
mod rich_rows;
mod space;
mod verdict;
