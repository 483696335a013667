//! How fast games are played, measured over the most recent ones.

use std::collections::VecDeque;
use std::time::Duration;

/// Length of the period over which the rate is measured.
const WINDOW: Duration = Duration::from_secs(30);
/// Shortest time between two samples.
const STEP: Duration = Duration::from_millis(500);
/// Fewer games give no usable rate.
const MIN_GAMES: u64 = 8;

/// Measures games per second.
#[derive(Clone, Debug, Default)]
pub struct RecentRate {
    /// The games so far at some times, oldest first.
    samples: VecDeque<(Duration, u64)>,
}

impl RecentRate {
    /// Takes the number of games that are played at the time `at`.
    pub fn count(&mut self, at: Duration, games: u64) {
        if self.samples.back().is_some_and(|(last, _)| at < *last + STEP) {
            return;
        }
        self.samples.push_back((at, games));
        while let Some((second, then)) = self.samples.get(1)
            && games.saturating_sub(*then) >= MIN_GAMES
            && at >= *second + WINDOW
        {
            self.samples.pop_front();
        }
    }

    /// Returns the games per second of the most recent period, or `None` if it has too few games.
    pub fn per_second(&self) -> Option<f64> {
        let ((since, first), (until, last)) = (self.samples.front()?, self.samples.back()?);
        let games = last.saturating_sub(*first);
        (games >= MIN_GAMES).then(|| games as f64 / (*until - *since).as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_few_games_give_no_rate() {
        let mut rate = RecentRate::default();
        rate.count(Duration::ZERO, 0);
        rate.count(Duration::from_secs(3), 2);
        assert!(rate.per_second().is_none());
        // Slow games are waited for, however long they take.
        rate.count(Duration::from_secs(3000), 8);
        assert!((rate.per_second().unwrap() - 8.0 / 3000.0).abs() < 1e-9);
    }

    #[test]
    fn the_rate_is_that_of_the_last_period() {
        let mut rate = RecentRate::default();
        for second in 1..=100_u64 {
            let games = 10 * second.min(50) + 100 * second.saturating_sub(50);
            rate.count(Duration::from_secs(second), games);
        }
        assert!((rate.per_second().unwrap() - 100.0).abs() < 1e-9);
    }
}
