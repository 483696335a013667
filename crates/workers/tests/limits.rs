use std::time::Duration;

use tune2048_engine::{Depth, Monitor};
use tune2048_tuner::subject::Job;
use tune2048_workers::{Limits, Worker};

use crate::support::{RunningWorker, Server, alone, job, results};

fn at_depth(depth: u8) -> Job {
    let mut deep = job(1);
    deep.subject = deep.subject.at_depth(Depth::Fixed(depth), "depth").unwrap().into();
    deep.candidates.truncate(1);
    deep
}

/// What one worker refuses ends the run, and is played by another one.
fn refuses(limits: Limits, above: &Job, option: &str) {
    let Some(server) = Server::start() else { return };
    let monitor = Monitor::default();
    let _limited = RunningWorker::of(Worker { limits, ..Worker::new(server.address(), 1) });
    let error = results(&server.run(1), above, &monitor).unwrap_err().to_string();
    assert!(error.contains("worker") && error.contains(option), "{error}");
    let _other = RunningWorker::start(&server, 1);
    let run = server.run(2);
    for job in [above, &at_depth(1)] {
        let expected = alone(job);
        assert_eq!(results(&run, job, &monitor), expected);
    }
}

#[test]
fn a_search_that_is_too_deep_goes_to_another_worker() {
    refuses(Limits { depth: Some(1), ..Limits::default() }, &at_depth(2), "--max-depth 1");
}

#[test]
fn a_game_that_takes_too_long_goes_to_another_worker() {
    let game_time = Some(Duration::from_millis(30));
    refuses(Limits { game_time, ..Limits::default() }, &at_depth(3), "--max-game-time 0.03s");
}
