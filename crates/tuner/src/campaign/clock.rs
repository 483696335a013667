//! The running time of a campaign.

use std::time::{Duration, Instant};

/// Measures the time that a campaign takes, pauses between sessions left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    earlier: Duration,
    session: Instant,
}

impl Clock {
    /// A clock that starts now, after the time that earlier sessions took.
    pub(super) fn starting_after(earlier: Duration) -> Self {
        Self { earlier, session: Instant::now() }
    }

    /// The time of all sessions together.
    pub(super) fn elapsed(&self) -> Duration {
        self.earlier + self.session.elapsed()
    }
}
