//! The final race, which chooses the recommended weights, and their validation.
//!
//! | file | contents |
//! |---|---|
//! | `journals` | the record of all that follows |
//! | `finalists`, `shrinkage` | the weights that take part |
//! | `final_games`, `sequential_halving`, `winner` | their games, the choice, and its validation |
//! | `shared_games` | other campaigns validated on the same games |
//! | `conclusion` | what follows from them |

pub(super) mod conclusion;
pub(super) mod final_games;
pub(super) mod finalists;
pub(super) mod journals;
pub(super) mod sequential_halving;
pub(super) mod shared_games;
pub(super) mod shrinkage;
pub(super) mod winner;
