//! The state of a run in one word, the same wherever it is named.

use serde::Serialize;

/// The state of a run in one word, for lists, pages and JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// Everything is played.
    Finished,
    /// Something is still to be played, and a process plays it.
    Running,
    /// Something is still to be played, and no process plays it.
    #[default]
    Interrupted,
    /// There are recommended weights without the rows of the campaign that found them.
    #[serde(rename = "weights only")]
    WeightsOnly,
    /// A file leads elsewhere or never ends.
    #[serde(rename = "not shown")]
    NotShown,
    /// A file is not as it was written.
    Damaged,
}

impl RunState {
    /// The state of a run that can be read.
    pub fn of(is_finished: bool, is_in_use: bool) -> Self {
        match (is_finished, is_in_use) {
            (true, _) => Self::Finished,
            (false, true) => Self::Running,
            (false, false) => Self::Interrupted,
        }
    }

    /// The state in one or two words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Running => "running",
            Self::Interrupted => "interrupted",
            Self::WeightsOnly => "weights only",
            Self::NotShown => "not shown",
            Self::Damaged => "damaged",
        }
    }

    /// Whether something is still to be played.
    pub fn is_left(self) -> bool {
        matches!(self, Self::Running | Self::Interrupted)
    }

    /// The state with the share that is done, if it is known and something is left: `running 20 %`.
    pub fn with_share(self, share: Option<f64>) -> String {
        let share = share.filter(|_| self.is_left());
        let percent = share.map(|share| format!(" {:.0} %", (100.0 * share).floor()));
        self.name().to_owned() + &percent.unwrap_or_default()
    }
}
