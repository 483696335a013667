//! Progress of a running campaign or learning run, independent of how it is shown.
//!
//! | file | what it does |
//! |---|---|
//! | `live_progress` | what is known of either, and what of one alone; updates that of a learning run by its events |
//! | `campaign` | updates it by the record and by the events of a campaign |
//! | `pace` | how far a run is and how fast, while it is played and by its record |
//! | `generation` | the results of a generation, and where it stands in the ranges of the weights |
//! | `coordinates` | the coordinates of a search, and the weights that they stand for |
//! | `workload` | counts the games of a campaign and how long a limit of time leaves |

mod campaign;
pub(crate) mod coordinates;
mod generation;
mod live_progress;
mod pace;
mod workload;

pub(crate) use campaign::start_level;
pub(crate) use generation::generations;
pub use generation::{GenerationData, WeightPosition};
pub use live_progress::{CampaignProgress, LearningProgress, LiveProgress, MeanScore, Run};
pub use pace::{Pace, RecentRate};
