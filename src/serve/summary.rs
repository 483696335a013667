//! A campaign in one line, whatever state it is in.

use tune2048_tuner::campaign::Progress;
use tune2048_tuner::number_text::grouped;

use super::campaigns::{Campaign, Root};

/// What the list tells of a campaign.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    pub(super) state: State,
    pub(super) generations: String,
    pub(super) candidates: String,
    pub(super) games: String,
    pub(super) ratio: String,
}

/// How a campaign stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    Finished,
    NotFinished,
    /// Its files cannot be read, and why.
    Damaged(String),
    /// Its files are not read, and why.
    NotShown(String),
}

impl State {
    /// The word for it.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::NotFinished => "not finished",
            Self::Damaged(_) => "damaged",
            Self::NotShown(_) => "not shown",
        }
    }

    /// What is wrong.
    pub(super) fn problem(&self) -> Option<&str> {
        match self {
            Self::Damaged(problem) | Self::NotShown(problem) => Some(problem),
            _ => None,
        }
    }
}

impl Summary {
    pub(super) fn read(root: &Root, campaign: &Campaign) -> Self {
        let bad = |state| Self {
            state,
            generations: String::new(),
            candidates: String::new(),
            games: String::new(),
            ratio: String::new(),
        };
        if let Some(obstacle) = root.obstacle(campaign) {
            return bad(State::NotShown(obstacle));
        }
        match Progress::read(&campaign.path) {
            Ok(progress) => Self::of(&progress),
            Err(error) => bad(State::Damaged(error.to_string())),
        }
    }

    fn of(progress: &Progress) -> Self {
        let of = |done: f64, limit: Option<f64>| match limit {
            Some(limit) => format!("{} of {}", grouped(done), grouped(limit)),
            None => grouped(done),
        };
        let budget = &progress.space.budget;
        let ratio = progress.evidence.as_ref().and_then(|evidence| {
            let (ratio, interval) = (evidence.ratio?, evidence.ratio_ci95?);
            // Of a few games next to nothing follows.
            let high = match interval.high {
                high if high < 100.0 => format!("{high:.3}"),
                _ => "more than 100".to_owned(),
            };
            Some(format!("{ratio:.3} ({:.3} to {high})", interval.low))
        });
        Self {
            state: if progress.finished {
                State::Finished
            } else {
                State::NotFinished
            },
            generations: of(
                progress.generations.into(),
                budget.generations.map(f64::from),
            ),
            candidates: grouped(progress.trials.len() as f64),
            games: of(progress.games as f64, budget.games.map(|n| n as f64)),
            ratio: ratio.unwrap_or_else(|| "-".to_owned()),
        }
    }

    /// How far the search is, in words.
    pub(super) fn progress(&self) -> String {
        match self.state {
            State::Damaged(_) | State::NotShown(_) => self.state.word().to_owned(),
            _ => format!("{} generations, {} games", self.generations, self.games),
        }
    }
}
