//! Progress of a running campaign or learning run, independent of how it is shown.
//!
//! | file | what it does |
//! |---|---|
//! | `live_progress` | what is known of either, and what of one alone |
//! | `campaign` | updates it by the record and by the events of a campaign |
//! | `learning` | updates it by the events of a learning run |
//! | `pace` | how far a run is and how fast, while it is played and by its record |
//! | `generation` | the results of a generation, and where it stands in the ranges of the weights |
//! | `coordinates` | the coordinates of a search, and the weights that they stand for |
//! | `workload` | counts the games of a campaign and how long a limit of time leaves |
//! | `recent_rate` | measures how fast games are played |

mod campaign;
pub(crate) mod coordinates;
mod generation;
mod learning;
mod live_progress;
mod pace;
mod recent_rate;
mod workload;

pub(crate) use campaign::stored_start;
pub(crate) use generation::generations;
pub use generation::{GenerationData, WeightPosition};
pub use live_progress::{CampaignProgress, LearningProgress, LiveProgress, MeanScore, Run};
pub use pace::Pace;
pub use recent_rate::RecentRate;
