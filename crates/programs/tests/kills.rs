//! Programs that are killed at any time.

use std::thread;
use std::time::Duration;

use rustix::process::{Signal, kill_process_group};
use tune2048_engine::Monitor;
use tune2048_programs::Players;
use tune2048_tuner::subject::{CandidateGames, Evaluate};

use crate::groups::{WRITE_GROUP, groups, is_alive};
use crate::support::{Folder, job, shell_results};

#[test]
fn kills_at_any_time_change_nothing() {
    let folder = Folder::new();
    // A process that is known here is beyond its start and its first game: a second kill of the
    // same game would stop the job.
    let known = format!("games=$((games + 1)); [ $games = 100 ] && {WRITE_GROUP}");
    let settings = folder.shell(&known);
    let job = job(settings, 40, 500);
    let monitor = Monitor::default();
    let evaluator = Players::new(Some(2)).unwrap();
    let mut results = Vec::new();
    let mut kills = 0;
    thread::scope(|scope| {
        let run = scope.spawn(|| {
            let deliver = &mut |games: CandidateGames| results.push(games.results);
            evaluator.evaluate(&job, &monitor, deliver)
        });
        while !run.is_finished() {
            thread::sleep(Duration::from_millis(1 + 3 * (kills % 4)));
            // The last process that is known; others may have been ended by the job.
            let started = groups(folder.path());
            if let Some(group) = started.last().filter(|group| is_alive(group)) {
                kills += u64::from(kill_process_group(*group, Signal::KILL).is_ok());
            }
        }
        run.join().unwrap().unwrap();
    });
    assert!(kills > 2, "{kills} kills");
    assert_eq!(monitor.games_played(), 20_000);
    assert_eq!(results, shell_results(&job));
}
