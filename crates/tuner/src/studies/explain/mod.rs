//! How two players differ in their moves, and what that costs by their values.
//!
//! Both players choose moves on boards from games of both ([`sample()`]), phase by
//! phase. The *cost* of a move for a player is the value of the player's own move
//! minus the value of that move, as a share of the player's *spread*: the
//! difference between its best and its worst legal move on the board, or the
//! median of this difference over the boards of the phase if that is larger.
//! Costs make players comparable whose values have no common unit: no cost is
//! above 1, and costs are small where all moves have similar values.
//!
//! | file | contents |
//! |---|---|
//! | `sample` | players, and boards from seeded games of both players, by the phase of the game |
//! | `explanation` | the choices of both players on a board, and the summary over all boards |

mod explanation;
mod sample;

pub use explanation::{Agreement, Explanation, MoveComparison, StageReport, judge};
pub use sample::{Policy, SampleSettings, SampledBoard, largest_tile, sample};
