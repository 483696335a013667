//! What a campaign keeps on disk, so that it can be killed at any instant.
//!
//! Logs are appended to and synced row by row; all other files are written
//! beside their place and renamed into it.

pub mod changes;
pub mod coordinates;
pub mod distributions;
pub mod error;
pub mod final_rows;
pub mod finals;
pub mod folder;
pub mod log;
pub mod looks;
pub mod rounds;
pub mod trials;

pub use changes::ChangeRow;
pub use coordinates::Coordinates;
pub use distributions::{DistributionRow, Distributions};
pub use error::CheckpointError;
pub use final_rows::{FinalGame, Finalist};
pub use finals::Finals;
pub use folder::{Folder, Record};
pub use looks::{Look, Looks};
pub use rounds::{RoundRow, Rounds};
pub use trials::{Trial, TrialLog};
