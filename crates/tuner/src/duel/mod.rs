//! Duels of optimizers: many campaigns each, at equal numbers of games, and the weights they recommend measured on
//! common games that no campaign has seen.
//!
//! What an entrant is judged by is the mean over its campaigns, whose spread holds all that is random: the optimizer's
//! seed, the games of the search, and most of the noise of the measurement.

mod document;
mod results;
mod run;
mod spec;
mod tables;

pub use results::{CampaignResult, Results};
pub use run::{Duel, DuelError};
pub use spec::{DuelSpec, DuelValidation, Entrant, schema};
pub use tables::{BudgetOutcome, EntrantOutcome, Outcome, PairOutcome, csv, markdown};
