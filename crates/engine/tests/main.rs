//! What the engine promises, asked through its public interface.
//!
//! | module | question |
//! |---|---|
//! | `expressions` | do expressions keep their recorded values? |
//! | `golden` | do boards and moves have the values of independent programs? |
//! | `heuristics` | what does every heuristic promise, and what is each worth by its formula? |
//! | `players` | what does every player promise? |
//! | `search` | does a search depend only on what it may? |
//! | `job` | are jobs and results exact as data? |
//! | `node_budget` | does expectimax keep to a number of nodes? |

mod expressions;
mod golden;
mod heuristics;
mod job;
mod node_budget;
mod players;
mod search;
