//! The record of a campaign, which can be killed at any instant.
//!
//! | file | contents |
//! |---|---|
//! | [`event`], [`trial`] | what is recorded: lines of the log, and rows of candidates and of games |
//! | [`state`], [`finals`], `generation`, `answers`, `ranking`, `runners` | the state that follows from all that is recorded, with its running totals |
//! | [`folder`], `reading`, `recorder`, `error` | the folder: reading, appending, and what is not as it was written |
//! | [`now`] | what is volatile of a campaign under way |
//! | [`pilot`], [`score_anomaly`] | what the games before the search have found, and scores that say that a program is broken |
//! | [`source`] | weights by name: presets, files, folders of results |

mod answers;
pub mod error;
pub mod event;
pub mod finals;
pub mod folder;
mod generation;
pub mod now;
pub mod pilot;
pub mod ranking;
pub(crate) mod reading;
pub(crate) mod recorder;
pub(crate) mod runners;
pub mod score_anomaly;
pub mod source;
pub mod state;
pub mod trial;

pub use error::CampaignError;
pub(crate) use error::Result;
use event::{After, parsed, to_line};
pub use event::{Began, Concluded, Finalist, GenerationSource, LogEvent, Look, RecordEvent};
pub(crate) use finals::Lacking;
pub use finals::{Finals, Outcome};
pub use folder::{Folder, RunState};
pub use generation::GenerationData;
pub use now::{Failures, Now, NowFile, SeenWorker};
pub use pilot::{AtBound, CommonFactor, Findings, Pilot};
pub use ranking::Ranking;
pub(crate) use reading::Reading;
use reading::without_log;
pub(crate) use recorder::Recorder;
pub(crate) use score_anomaly::is_tie;
pub use score_anomaly::{Anomaly, ScoreAnomaly, SeenScores};
pub use source::campaign_folder;
pub use state::{CampaignState, Change};
pub(crate) use trial::seeds_used;
pub use trial::{Extra, FinalGame, RowLayout, Trial, games_dealt};

/// The search space as it was given, comments included.
pub const SEARCH_SPACE: &str = "search-space.toml";
/// One row per evaluated candidate.
pub const TRIALS: &str = "trials.csv";
/// One row per game of the race and of the validations.
pub const GAMES: &str = "games.csv";
/// One line for everything else that happened; a folder that contains it is the folder of a campaign.
pub const LOG: &str = "log.jsonl";
/// The recommended weights.
pub const BEST: &str = "best.toml";
/// The report, where one was asked for.
pub const REPORT: &str = "report.html";
/// What is volatile while the campaign is under way; no part of the record.
pub const NOW: &str = "now.json";
