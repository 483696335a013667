//! What campaigns and their parts promise, asked through the public interface.
//!
//! | module | question |
//! |---|---|
//! | `spec` | what does a file say, and how are its mistakes shown? |
//! | `campaign` | whole searches on made-up games, cut and damaged at every place |
//! | `verdict` | simulated campaigns whose truth is known: how often is the final claim right? |
//! | `noise` | do intervals and estimates keep their promises? |
//! | `explain` | how do two players differ? |
//! | `rich_rows`, `expressions` | do files and formulas give the same values? |

mod campaign;
mod explain;
mod expressions;
mod noise;
mod rich_rows;
mod spec;
mod verdict;
