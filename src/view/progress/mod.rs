//! Progress of a running campaign, independent of how it is shown.
//!
//! | file | what it does |
//! |---|---|
//! | `live_progress` | all that is known of a running campaign |
//! | `events` | updates it by the record and by the campaign's events |
//! | `recorded` | the pace of a campaign by its record alone |
//! | `learning` | all that is known of a learning run |
//! | `positions` | where the search stands in the ranges of the weights |
//! | `workload` | counts the games that are still to be played |
//! | `time_left` | forecasts how long they take |
//! | `score_curve` | forecasts the scores of later generations |
//! | `work_rate` | measures how fast games are played |

mod events;
mod learning;
mod live_progress;
mod positions;
mod record_pace;
mod score_curve;
mod time_left;
mod work_rate;
mod workload;

pub use learning::LearningProgress;
pub use live_progress::{CompletedGeneration, LiveProgress, Message, ScoreEstimate};
pub use positions::WeightPosition;
pub(crate) use positions::drawn_from;
pub use record_pace::RecordedPace;
