//! Tests of campaigns and their parts through the public interface.
//!
//! | module | question |
//! |---|---|
//! | `space` | what does a file say, and how are its mistakes shown? |
//! | `campaign` | do whole searches on simulated games survive interruption and damage anywhere? |
//! | `explain`, `ablation` | how do two players differ, and which weights make it? |
//! | `expressions` | do formulas give the values of the heuristic that they write? |

mod ablation;
mod campaign;
mod explain;
mod expressions;
mod space;
