//! A campaign: propose candidates, evaluate and record them until the budget
//! is spent; then choose the winner and validate it.
//!
//! A campaign that goes on takes the same path as a new one: everything recorded is folded into one
//! [state](CampaignState), the optimizer learns each recorded generation again, and recorded games
//! are not played again.
//!
//! | room | contents |
//! |---|---|
//! | `open`, `run` | entry points |
//! | [`ablation`] | which weights made the gain, as a folder keeps it |
//! | `session` | who plays, and who is told what happens |
//! | `observer`, `update` | what happens, for observers and for programs |
//! | [`plan`] | the pilot and the plan before the search |
//! | [`search`] | the generations |
//! | `finals` | the final race and the validation |

pub mod ablation;
mod error;
mod finals;
mod new_spec;
mod observer;
mod open;
pub mod plan;
mod program_changes;
mod run;
pub mod search;
mod session;
mod update;

pub use error::CampaignError;
pub(crate) use error::Result;
pub use finals::shared_games::validated_on_same_games;
pub use observer::{Event, GenerationReport, StopReason};
pub use plan::campaign_plan::Plan;
pub use search::ask_tell::AskTell;
pub use search::warm_start::first_generation;
pub use update::Update;

use std::path::Path;
use std::sync::Arc;

use crate::record::event::{LogEvent, RecordEvent};
use crate::record::recorder::Recorder;
use crate::record::{CampaignState, Change, FinalGame, NowFile, Pilot, Trial};
use search::running::RunningSearch;
use session::Session;

/// A campaign, open in its folder.
#[derive(Debug)]
pub struct Campaign {
    /// What follows from everything that is recorded.
    pub(crate) state: CampaignState,
    recorder: Recorder,
    /// The optimizer, which has learned all complete generations.
    search: RunningSearch,
    now: Arc<NowFile>,
}

impl Campaign {
    /// What follows from everything that is recorded.
    pub fn state(&self) -> &CampaignState {
        &self.state
    }

    /// The folder that contains all files.
    pub fn folder(&self) -> &Path {
        self.recorder.folder.path()
    }

    /// What is volatile of the campaign while it is under way.
    pub fn now(&self) -> &Arc<NowFile> {
        &self.now
    }

    /// The games of the pilot that are still to be played.
    pub fn pilot_games_left(&self) -> u64 {
        let is_due = self.state.pilot.is_none() && self.state.trials == 0;
        if is_due { plan::pilot::games_due(&self.state.spec) } else { 0 }
    }

    /// The games of the pilot, played or still to be played.
    pub fn pilot_games(&self) -> u64 {
        let played = self.state.pilot.as_ref();
        played.map_or_else(|| self.pilot_games_left(), |pilot| pilot.games)
    }

    /// Records that the campaign has no pilot.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn skip_pilot(&mut self) -> Result<()> {
        self.record(&LogEvent::Pilot(Pilot::NONE))
    }

    /// The plan that follows from the pilot; `None` before the pilot and without one.
    pub fn plan(&self) -> Option<Plan> {
        Plan::of(&self.state.spec, self.state.pilot.as_ref()?)
    }

    /// Records a line, and takes up what was written.
    fn record(&mut self, event: &LogEvent) -> Result<()> {
        let written = self.recorder.line(event)?;
        self.take_up(written).map(drop)
    }

    /// Records a candidate, and learns from its generation if that is complete.
    fn record_trial(&mut self, trial: Trial) -> Result<()> {
        let written = self.recorder.trial(trial)?;
        if self.take_up(written)? == Change::GenerationEnded {
            self.search.learn(&self.state.last_trials)?;
        }
        Ok(())
    }

    /// Records games of finalists.
    fn record_games(&mut self, games: Vec<FinalGame>) -> Result<()> {
        let written = self.recorder.games(games)?;
        written.into_iter().try_for_each(|game| self.take_up(game).map(drop))
    }

    fn take_up(&mut self, written: RecordEvent) -> Result<Change> {
        let change = self.state.apply(written);
        change.map_err(|problem| {
            CampaignError::Failed(format!(
                "what was recorded does not follow on the record: {problem}"
            ))
        })
    }
}
