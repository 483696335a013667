//! Changes of a campaign's search space while it runs.
//!
//! | file | contents |
//! |---|---|
//! | `spec_change`, `apply_change`, `request` | which are possible, how one is made, and how another process asks for one |
//! | `spec_history` | the stages between changes, and the one in progress |
//! | `program_changes` | whether the program of a campaign is still the one that it was started with |

pub(super) mod apply_change;
pub(super) mod program_changes;
pub mod request;
pub(super) mod spec_change;
pub(super) mod spec_history;
