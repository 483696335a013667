//! What a campaign tells while it runs.

use std::time::Duration;

use super::{CampaignError, Change, Plan};
use crate::checkpoint::Trial;
use crate::spec::CampaignSpec;
use tune2048_optimizer::Distribution;

/// Something that happened.
#[derive(Debug)]
pub enum Event<'a> {
    /// The campaign begins or goes on; so many trials and games are recorded already.
    Started {
        /// Trials on record.
        trials: usize,
        /// Games on record.
        games: u64,
        /// Whether a torn last line was dropped from the record.
        torn: bool,
    },
    /// The games before the search begin.
    Pilot {
        /// About how many.
        games: u64,
    },
    /// The pilot was played.
    Planned(&'a Plan),
    /// A candidate was evaluated and is on the disk.
    Trial(&'a Trial),
    /// A generation is complete.
    Generation(&'a GenerationReport<'a>),
    /// The ranking was noise, and the optimizer begins anew with a larger step size.
    RestartedWider {
        /// The generation that it begins with.
        generation: u32,
        /// The step size.
        step_size: f64,
    },
    /// A change that was asked for while the campaign runs holds from here on.
    Changed {
        /// What is different.
        change: &'a Change,
        /// What the next generation is played for.
        space: &'a CampaignSpec,
    },
    /// A change that was asked for cannot be, for this reason.
    ChangeRefused(&'a CampaignError),
    /// The search is over, for this reason; what remains is to choose and to validate.
    SearchEnded(StopReason),
    /// The finalists meet in a race, on games of their own.
    Selection {
        /// How many of them.
        finalists: usize,
        /// Games of all of them together, at most.
        games: u32,
        /// Those that are on record already.
        on_record: u64,
    },
    /// The recommended and the starting weights play on games that nobody tuned on.
    Validation {
        /// Games each.
        games: u32,
        /// Those of both together that are on record already.
        on_record: u64,
    },
}

/// A generation that was evaluated.
#[derive(Debug)]
pub struct GenerationReport<'a> {
    /// Its number, from 0.
    pub generation: u32,
    /// What it was played for.
    pub space: &'a CampaignSpec,
    /// Its trials.
    pub trials: &'a [Trial],
    /// What it was drawn from, if the optimizer has a distribution.
    pub distribution: Option<&'a Distribution>,
    /// The games that it was dealt per candidate.
    pub games_per_candidate: u32,
    /// The reliability of the ranking, 0 to 1, by this and the last few generations.
    pub reliability: Option<f64>,
    /// The games of the pilot and of the search so far.
    pub games: u64,
    /// The time since the campaign began, pauses between sessions left out.
    pub elapsed: Duration,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// Another generation would exceed `budget.games`.
    Games,
    /// `budget.generations` are complete.
    Generations,
    /// `budget.minutes` have passed.
    Minutes,
    /// The ranking has been noise for `noise-generations` generations.
    Noise,
    /// The optimizer ended by itself, for this reason.
    Optimizer(&'static str),
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Games => formatter.write_str("the budget of games is spent"),
            Self::Generations => formatter.write_str("the budget of generations is spent"),
            Self::Minutes => formatter.write_str("the budget of minutes is spent"),
            Self::Noise => formatter
                .write_str("the ranking is noise, and no more games per candidate are allowed"),
            Self::Optimizer(reason) => write!(formatter, "the optimizer ended: {reason}"),
        }
    }
}

/// Is told what happens; for progress, or to do nothing.
pub trait Observer {
    /// Something happened.
    fn observe(&mut self, event: &Event<'_>);
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn observe(&mut self, _event: &Event<'_>) {}
}
