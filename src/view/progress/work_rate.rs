//! How fast games are played, measured over the most recent ones.

use std::collections::VecDeque;
use std::time::Duration;

/// Length of the period over which the rate is measured.
const WINDOW: Duration = Duration::from_secs(30);
/// Shortest time between two samples.
const STEP: Duration = Duration::from_millis(500);
/// Fewer games give no usable rate.
const MIN_GAMES: u64 = 8;

/// Totals of a session at one moment.
#[derive(Clone, Copy, Debug)]
struct WorkSample {
    at: Duration,
    games: u64,
    work: f64,
}

/// Games and work of the most recent period.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecentWork {
    pub(super) seconds: f64,
    pub(super) games: f64,
    pub(super) work: f64,
}

/// Measures games and work per second.
#[derive(Clone, Debug)]
pub(super) struct WorkRate {
    /// Oldest first; never empty.
    samples: VecDeque<WorkSample>,
}

impl Default for WorkRate {
    fn default() -> Self {
        let nothing = WorkSample { at: Duration::ZERO, games: 0, work: 0.0 };
        Self { samples: VecDeque::from([nothing]) }
    }
}

impl WorkRate {
    /// Takes the number of games that the session has played at the time `at`; each of the new
    /// ones was `work_per_game` of work.
    pub(super) fn count(&mut self, at: Duration, games: u64, work_per_game: f64) {
        let last = *self.samples.back().expect("never empty");
        if at < last.at + STEP {
            return;
        }
        let new = games.saturating_sub(last.games) as f64;
        self.samples.push_back(WorkSample { at, games, work: last.work + new * work_per_game });
        while let [_, second, ..] = self.samples.make_contiguous() {
            let enough = games.saturating_sub(second.games) >= MIN_GAMES;
            if !enough || at < second.at + WINDOW {
                break;
            }
            self.samples.pop_front();
        }
    }

    /// Returns the most recent period, or `None` if it has too few games.
    pub(super) fn recent(&self) -> Option<RecentWork> {
        let (first, last) = (self.samples.front()?, self.samples.back()?);
        let games = last.games - first.games;
        (games >= MIN_GAMES).then_some(RecentWork {
            seconds: (last.at - first.at).as_secs_f64(),
            games: games as f64,
            work: last.work - first.work,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_few_games_give_no_rate() {
        let mut rate = WorkRate::default();
        rate.count(Duration::from_secs(3), 2, 1.0);
        assert!(rate.recent().is_none());
        // Slow games are waited for, however long they take.
        rate.count(Duration::from_secs(3000), 8, 1.0);
        let recent = rate.recent().unwrap();
        assert!((recent.games / recent.seconds - 8.0 / 3000.0).abs() < 1e-9);
    }

    #[test]
    fn the_rate_is_that_of_the_last_period() {
        let mut rate = WorkRate::default();
        for second in 1..=100_u64 {
            let games = 10 * second.min(50) + 100 * second.saturating_sub(50);
            rate.count(Duration::from_secs(second), games, 1.0);
        }
        let recent = rate.recent().unwrap();
        assert!((recent.games / recent.seconds - 100.0).abs() < 1e-9);
    }
}
