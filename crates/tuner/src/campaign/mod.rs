//! A campaign: propose candidates, evaluate and record them until the budget
//! is spent; then choose the winner and validate it.
//!
//! A campaign that goes on takes the same path as a new one: the optimizer is
//! asked again with the recorded history, and recorded games are not played
//! again.
//!
//! | room | contents |
//! |---|---|
//! | `open`, `run` | entry points |
//! | `journals`, `progress`, `bill` | the record, and reading it |
//! | [`ablation`] | which weights made the gain, as a folder keeps it |
//! | `observer`, `update` | what happens, for observers and for programs |
//! | [`plan`] | the pilot and the plan before the search |
//! | [`search`] | the generations |
//! | [`finals`] | the final race and the validation |
//! | `program_changes` | whether the program is still the one that the campaign began with |

pub mod ablation;
mod bill;
mod error;
pub mod finals;
mod journals;
mod new_spec;
mod observer;
mod open;
pub mod plan;
mod program_changes;
mod progress;
mod run;
pub mod search;
mod session;
mod update;

pub use bill::Bill;
pub use error::CampaignError;
pub(crate) use error::Result;
pub use finals::conclusion::Outcome;
pub use finals::shared_games::validated_on_same_games;
pub use observer::{Event, GenerationReport, StopReason};
pub use plan::campaign_plan::Plan;
pub use plan::pilot::Pilot;
pub use progress::Progress;
pub use search::ask_tell::AskTell;
pub use search::warm_start::first_generation;
pub use update::Update;

use std::path::Path;

use crate::record::complete_generations;
use crate::space::CampaignSpec;
use crate::subject::Configuration;
use finals::final_games::FinalGames;
use finals::journals::Finals;
use journals::Journals;
use search::doubt::Doubt;
use search::ranked_search::RankedSearch;
use search::split_half::Ranking;
use session::Session;
use tune2048_optimizer::Distribution;

/// A campaign, open in its folder.
#[derive(Debug)]
pub struct Campaign {
    spec: CampaignSpec,
    journals: Journals,
    search: RankedSearch,
}

impl Campaign {
    /// The search space, with the largest budget that was given so far.
    pub fn spec(&self) -> &CampaignSpec {
        &self.spec
    }

    /// The folder that contains all files.
    pub fn folder(&self) -> &Path {
        self.journals.folder.path()
    }

    /// The recorded games of the pilot and of the search.
    pub fn games(&self) -> u64 {
        self.journals.games()
    }

    /// The games of the pilot that are still to be played.
    pub fn pilot_games_left(&self) -> u64 {
        let is_due = self.journals.pilot.is_none() && !self.journals.has_begun(0);
        if is_due { Pilot::games_due(&self.spec) } else { 0 }
    }

    /// The games of the pilot, played or still to be played.
    pub fn pilot_games(&self) -> u64 {
        let played = self.journals.pilot.as_ref();
        played.map_or_else(|| self.pilot_games_left(), |pilot| pilot.games)
    }

    /// Records that the campaign has no pilot.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn skip_pilot(&mut self) -> Result<(), CampaignError> {
        self.journals.record_pilot(Pilot::NONE)
    }

    /// The number of recorded candidates.
    pub fn candidates(&self) -> usize {
        self.journals.trials.rows().len()
    }

    /// The plan that follows from the pilot; `None` before the pilot and without one.
    pub fn plan(&self) -> Option<Plan> {
        let pilot = self.journals.pilot.as_ref()?;
        Plan::of(&self.spec, pilot)
    }

    /// The number of candidates of a generation.
    pub fn population(&self) -> usize {
        self.spec.population() as usize
    }

    /// The weights that the search started from.
    pub fn start_weights(&self) -> Configuration {
        self.spec.start_weights()
    }

    /// Why the optimizer ended before the budget, if it did.
    ///
    /// # Errors
    /// If the manifest cannot be read.
    pub fn search_end(&self) -> Result<Option<String>, CampaignError> {
        Ok(self.journals.folder.manifest()?.search_end)
    }

    /// The first generation that is not complete.
    fn first_open_generation(&self) -> u32 {
        let complete = complete_generations(self.journals.trials.rows(), self.spec.population());
        complete.max(self.search.first_generation)
    }

    /// The last recorded distribution.
    fn last_distribution(&self) -> Option<&Distribution> {
        self.journals.distributions.last().map(|row| &row.distribution)
    }
}
