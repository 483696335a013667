//! The number of games of a request.

use std::time::Duration;

/// The time that a request should take: long enough to hide its cost, short enough to spread
/// the games of a job over all processes.
const REQUEST: Duration = Duration::from_millis(50);

/// The largest number of games of a request of automatic size.
const MAX_GAMES: usize = 64;

/// The number of games of a request: fixed, or by the time that games take.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    fixed: Option<usize>,
    processes: usize,
    games: f64,
    time: Duration,
}

impl Pace {
    /// The sizes of requests to a number of processes, all of the same size if it is given.
    pub(crate) fn new(fixed: Option<usize>, processes: usize) -> Self {
        Self { fixed, processes, games: 0.0, time: Duration::ZERO }
    }

    /// Learns how long a number of games took.
    pub(crate) fn record(&mut self, games: usize, time: Duration) {
        self.games += games as f64;
        self.time += time;
    }

    /// The mean time of a game so far; zero before the first.
    pub(crate) fn game_time(&self) -> Duration {
        self.time.div_f64(self.games.max(1.0))
    }

    /// The size of the next request while `left` games are left.
    ///
    /// A request has at most a quarter of a process's share of them, so that all processes end
    /// at about the same time.
    pub(crate) fn size(&self, left: usize) -> usize {
        if let Some(games) = self.fixed {
            return games;
        }
        let fitting = if self.games > 0.0 {
            let games = self.games * REQUEST.as_secs_f64() / self.time.as_secs_f64();
            // An infinite number saturates.
            (games as usize).min(MAX_GAMES)
        } else {
            1
        };
        fitting.min(left / (4 * self.processes)).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_grow_to_a_twentieth_of_a_second() {
        let mut pace = Pace::new(None, 2);
        assert_eq!(pace.size(1000), 1);
        pace.record(1, Duration::from_millis(5));
        assert_eq!(pace.size(1000), 10);
        pace.record(10, Duration::from_millis(6));
        assert_eq!(pace.size(1000), 50);
        pace.record(1000, Duration::ZERO);
        assert_eq!(pace.size(1000), MAX_GAMES);
        assert_eq!(pace.size(80), 10);
        assert_eq!(pace.size(3), 1);
        pace.record(1, Duration::from_secs(1000));
        assert_eq!(pace.size(1000), 1);
    }
}
