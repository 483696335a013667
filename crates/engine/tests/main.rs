//! Tests of the engine through its public interface.
//!
//! | module | question |
//! |---|---|
//! | `batch` | are batches exact as data? |
//! | `expressions` | do expressions keep their recorded values? |
//! | `golden` | do boards and moves have the values of independent programs? |
//! | `heuristics` | does every heuristic keep its contract and return the values of its formula? |
//! | `players` | does every player keep its contract? |
//! | `points` | does a search add up points as a textbook does? |
//! | `search` | does a search depend only on board, settings and weights? |
//! | `node_budget` | does expectimax keep to a number of nodes? |

mod batch;
mod expressions;
mod golden;
mod heuristics;
mod networks;
mod node_budget;
mod players;
mod points;
mod search;
