//! Tests of campaigns and their parts through the public interface.
//!
//! | module | question |
//! |---|---|
//! | `space` | what does a file say, and how are its mistakes shown? |
//! | `campaign` | do whole searches on simulated games survive interruption and damage anywhere? |
//! | `explain`, `ablation` | how do two players differ, and which weights make it? |
//! | `rich_rows`, `expressions` | do files and formulas give the same values? |

mod ablation;
mod campaign;
mod explain;
mod expressions;
mod rich_rows;
mod space;
