//! The events that a running campaign reports, also to programs: by lines of JSON, and callbacks of Python.

use serde_json::{Map, Value, json};

use super::plan::Plan;
use crate::record::CampaignState;
use tune2048_files::number_text::counted;

/// An event of a running campaign.
#[derive(Debug)]
pub enum Event<'a> {
    /// The campaign starts or goes on, and this is what a user must be told of its files.
    Started(Option<&'static str>),
    /// The pilot starts.
    Pilot {
        /// The approximate number of its games.
        games: u64,
    },
    /// The pilot was played, and this is the plan that follows from it.
    Planned(&'a Plan),
    /// A generation is complete, the last one of this state.
    Generation(&'a CampaignState),
    /// The ranking was noise, and the optimizer restarts with a larger step size.
    RestartedWider {
        /// The generation that it restarts at.
        generation: u32,
        /// The new step size.
        step_size: f64,
    },
    /// The search is over for this reason; selection and validation follow.
    SearchEnded(StopReason),
    /// The race of the finalists starts, on games of its own.
    Selection {
        /// The number of finalists.
        finalists: usize,
        /// The games of all finalists together.
        games: u64,
        /// The number of recorded games among them.
        on_record: u64,
    },
    /// The validation starts: the recommended weights play games that no search has
    /// used, and the starting weights, too, unless their scores are stored.
    Validation {
        /// The games of each that plays.
        games: u32,
        /// Whether the starting weights won the race, and play alone.
        is_start: bool,
        /// The number of stored games of the starting weights, if they do not play.
        stored_games: Option<u64>,
        /// The number of recorded games of all that play.
        on_record: u64,
    },
}

/// The reason for the end of a search.
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
    /// All candidates of the last `noise-generations` generations scored the same.
    Ties,
    /// The optimizer ended by itself.
    Optimizer {
        /// The number of generations that it learned from.
        generations: u32,
        /// Why.
        reason: &'static str,
    },
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Games => "the budget of games is spent",
            Self::Generations => "the budget of generations is spent",
            Self::Minutes => "the budget of minutes is spent",
            Self::Noise => "the ranking is noise, and no more games per candidate are allowed",
            Self::Ties => "every candidate scored the same for many generations",
            Self::Optimizer { generations, reason } => {
                let count = counted(*generations, "generation");
                return write!(formatter, "the optimizer ended after {count}: {reason}");
            }
        })
    }
}

impl Event<'_> {
    /// What programs are told of the event, in order: a complete generation, messages, and the part of the campaign that
    /// begins, each by its `kind`.
    pub fn updates(&self) -> Vec<Value> {
        let mut updates = Vec::new();
        if let Event::Generation(state) = self {
            updates.extend(of_generation(state));
        }
        updates.extend(self.messages().iter().map(|message| message_update(message)));
        if let Some((phase, on_record)) = self.phase() {
            updates.push(json!({"kind": "phase", "phase": phase.name(), "on_record": on_record}));
        }
        updates
    }
}

/// What programs are told of something that users must know.
pub fn message_update(message: &str) -> Value {
    json!({"kind": "message", "message": message})
}

fn of_generation(state: &CampaignState) -> Option<Value> {
    let found = state.complete.last()?;
    let weights = found.step_size.map_or_else(Map::new, |_| {
        let weights = state.spec.decode(&found.centre);
        weights.iter().map(|(spec, value)| (spec.name.to_string(), json!(value))).collect()
    });
    Some(json!({
        "kind": "generation",
        "generation": found.number,
        "games": state.games,
        "games_per_candidate": found.games_each,
        "mean_score": found.mean,
        "reliability": found.reliability,
        "step_size": found.step_size,
        "weights": weights,
    }))
}
