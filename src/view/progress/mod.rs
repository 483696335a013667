//! Progress of a running campaign or learning run, independent of how it is shown.
//!
//! | file | what it does |
//! |---|---|
//! | `live_progress` | what is known of either, and what of one alone, updated by their records and events |
//! | `pace` | how far a run is and how fast, while it is played and by its record |
//! | `coordinates` | the coordinates of a search, the weights that they stand for, and where the search is in them |
//! | `workload` | counts the games of a campaign and how long a limit of time leaves |

pub(crate) mod coordinates;
mod live_progress;
mod pace;
mod workload;

pub use coordinates::WeightPosition;
pub(crate) use live_progress::start_level;
pub use live_progress::{CampaignProgress, LearningProgress, LiveProgress, MeanScore, Run};
pub use pace::{Pace, RecentRate};
