//! A campaign: propose candidates, evaluate and record them until the budget
//! is spent; then choose the winner and validate it.
//!
//! A campaign that goes on takes the same path as a new one: everything recorded is folded into one
//! [state](crate::record::CampaignState), the optimizer learns each recorded generation again, and recorded games
//! are not played again.
//!
//! | room | contents |
//! |---|---|
//! | `open`, `run` | entry points: a campaign in its folder, and its course |
//! | `ablation` | which weights made the gain, as a folder keeps it |
//! | `session` | who plays, and who is told what happens |
//! | `observer` | what happens, for observers and for programs |
//! | [`pilot`], `plan` | the games before the search, and the plan that follows |
//! | `generation` | the games of a generation, as far as the budget pays for them |
//! | [`search`] | what proposes generations and learns from them |
//! | `finals` | the final race and the validation |

mod ablation;
mod finals;
mod generation;
mod observer;
mod open;
pub mod pilot;
mod plan;
mod run;
pub mod search;
mod session;

pub use crate::record::CampaignError;
pub use ablation::ABLATION_NOTE;
pub use observer::{Event, StopReason, message_update};
pub use open::Campaign;
pub use plan::Plan;
pub use search::ask_tell::{AskTell, Told};
pub use search::warm_start::first_generation;
