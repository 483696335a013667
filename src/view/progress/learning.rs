//! The progress of a learning run, updated by its events.

use std::time::Duration;

use tune2048_learning::run::LearningEvent;
use tune2048_learning::settings::LearningSpec;
use tune2048_tuner::words::counted;

use super::live_progress::{LearningProgress, LiveProgress, Run};
use super::pace::Pace;
use super::recent_rate::RecentRate;

/// The games whose mean is shown.
const RECENT_GAMES: u64 = 1000;

impl LiveProgress {
    /// The progress of a learning run that is about to begin.
    pub fn of_learning(spec: &LearningSpec, threads: usize) -> Self {
        let threads = counted(threads, "thread");
        let subject =
            format!("{} by {}, {threads}", spec.file.tuples, spec.file.method.kind.name());
        let search_from = spec.file.search.map(|_| spec.first_searched());
        let run = LearningProgress { search_from, ..LearningProgress::default() };
        Self::of(
            Run::Learning(run),
            &spec.name,
            subject,
            Pace::new("game", Some(spec.file.games), None),
        )
    }

    /// Takes an event of a learning run.
    pub fn observe_learning(&mut self, event: &LearningEvent<'_>) {
        let Run::Learning(run) = &mut self.run else { return };
        match event {
            LearningEvent::Resumed { games, curve, seconds } => {
                run.curve = curve.to_vec();
                self.earlier = Duration::try_from_secs_f64(*seconds).unwrap_or_default();
                self.count_from(*games);
                self.pace.seconds = *seconds;
            }
            LearningEvent::Batch { games, result } => {
                if run.search_from == Some(*games - result.games - result.late_games) {
                    run.recent.clear();
                    self.pace.rate = RecentRate::default();
                }
                (self.games_before, self.pace.games) = (*games, *games);
                run.recent.push_back(**result);
                let all: u64 = run.recent.iter().map(|batch| batch.games).sum();
                if all - run.recent[0].games >= RECENT_GAMES {
                    run.recent.pop_front();
                }
            }
            LearningEvent::Point(point) => run.curve.push((*point).clone()),
            LearningEvent::Test { games, depth } => {
                run.test_depth = Some(*depth);
                self.pace.total_games = Some(u64::from(*games));
                self.count_from(0);
            }
            LearningEvent::Memory(_) => {}
        }
    }
}
