//! Progress of a running campaign or learning run, independent of how it is shown.
//!
//! | file | what it does |
//! |---|---|
//! | `live_progress` | what is known of either, and what of one alone |
//! | `campaign` | updates it by the record and by the events of a campaign |
//! | `learning` | updates it by the events of a learning run |
//! | `record_pace` | the pace of a campaign by its record alone |
//! | `generation` | the results of a generation, and where it stands in the ranges of the weights |
//! | `workload` | counts the games of a campaign and forecasts how long those that are left take |
//! | `recent_rate` | measures how fast games are played |

mod campaign;
mod generation;
mod learning;
mod live_progress;
mod recent_rate;
mod record_pace;
mod workload;

pub(crate) use campaign::stored_start;
pub(crate) use generation::generations;
pub use generation::{GenerationData, WeightPosition};
pub use live_progress::{CampaignProgress, LearningProgress, LiveProgress, MeanScore, Run};
pub use recent_rate::RecentRate;
pub use record_pace::RecordedPace;
