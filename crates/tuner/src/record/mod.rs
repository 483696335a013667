//! The files of a campaign, which can be killed at any instant.
//!
//! Rows are appended to every [`Table`]; all other files are replaced as a whole.

pub mod distributions;
pub mod error;
pub mod extras;
pub mod failures;
pub mod file_names;
pub mod final_rows;
pub mod finals;
pub mod folder;
pub mod looks;
pub mod manifest;
pub mod row_layout;
pub mod trial;
pub mod worker_presence;

pub use distributions::DistributionRow;
pub use error::CheckpointError;
pub(crate) use error::Result;
pub use extras::ExtrasRow;
pub use failures::{FailureLog, Failures};
pub use file_names::*;
pub use final_rows::{FinalGame, Finalist};
pub use finals::FinalsLog;
pub use folder::Folder;
pub use looks::Look;
pub use manifest::Manifest;
pub use row_layout::RowLayout;
pub use trial::{
    Trial, complete_generations, games_dealt, games_of, next_generation, of_generations,
    seeds_before,
};
pub use tune2048_files::table::Table;
