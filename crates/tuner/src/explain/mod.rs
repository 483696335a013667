//! How two players differ in what they play, and why.
//!
//! Both are asked for their moves on boards of their own games ([`sample`]),
//! stage by stage. What a move costs a player is what its value falls short of
//! that of the player's own move, as a share of the player's *spread*: what
//! separates its best legal move from its worst on that board, or the median of
//! that over the stage's boards where it is larger. So moves of two players,
//! whose values have no common unit, can be compared; no cost is above 1, and
//! where all moves are nearly alike, costs are small.
//!
//! | file | what it does |
//! |---|---|
//! | `stage` | parts of a game by the largest tile |
//! | `sample` | boards of seeded games of both |
//! | `search` | the value of a move, taken apart into terms |
//! | `traits` | what a move leaves behind, whoever judges it |
//! | `policies` | what both say of every board |
//! | `agreement` | how often they play the same |
//! | `explanation` | what that adds up to |

mod agreement;
mod explanation;
mod game_phase;
mod policies;
mod sample;
mod search;
mod traits;

pub use agreement::Agreement;
pub use explanation::{Example, Explanation, StageReport, TermAttribution, TraitDifference};
pub use game_phase::GamePhase;
pub use policies::{MoveComparison, Policy, judge};
pub use sample::{Sample, SampleSettings, SampledBoard, sample};
pub use search::{MoveTerms, TermSearch};
pub use traits::{TRAITS, Trait};
