//! Weights with what is known of them: files, evidence, and exports.
//!
//! | module | contents |
//! |---|---|
//! | [`mod@file`] | weights with their player as a TOML file |
//! | [`evidence`], [`verdict`] | where recommended weights come from, and how they were validated |
//! | [`export`] | weights in the languages of solvers |

pub mod evidence;
mod evidence_checksum;
pub mod export;
pub mod file;
mod look_scores;
pub mod verdict;

pub use evidence::{BaselineOrigin, CostOfSearch, Evidence};
pub use file::WeightsFile;
pub use look_scores::{AgainstOpponent, LookScores, StartScores, reports_by_opponent};
pub use verdict::Verdict;
