use std::thread;

use tune2048_engine::{Depth, Monitor};

use crate::made_up::{show_run, take_job, with_client};
use crate::support::{RunningWorker, Server, alone, job, one_game, results, wait_until};

#[test]
fn a_worker_that_ends_gives_its_games_back() {
    let Some(server) = Server::start() else { return };
    let first = RunningWorker::start(&server, 1);
    let run = server.run(1);
    let mut job = job(4);
    job.subject = job.candidate(0).at_depth(Depth::Fixed(2), "depth").unwrap().subject;
    job.candidates.truncate(2);
    let monitor = Monitor::default();
    let expected = alone(&job);
    thread::scope(|scope| {
        let batch = scope.spawn(|| results(&run, &job, &monitor));
        wait_until("games are played", || monitor.games_played() > 0);
        first.stop();
        let _second = RunningWorker::start(&server, 1);
        assert_eq!(batch.join().unwrap(), expected);
    });
}

#[test]
fn a_run_that_was_killed_keeps_no_worker() {
    let Some(server) = Server::start() else { return };
    let worker = RunningWorker::start(&server, 1);
    let run = server.run(1);
    with_client(&server, async |client| drop(show_run(&client, "gone").await));
    let expected = alone(&one_game());
    assert_eq!(results(&run, &one_game(), &Monitor::default()), expected);
    drop(run);
    assert_eq!(worker.stop(), 1);
}

#[test]
fn a_worker_that_hangs_loses_its_game() {
    let Some(server) = Server::start() else { return };
    let run = server.run(0);
    let expected = alone(&one_game());
    thread::scope(|scope| {
        let batch = scope.spawn(|| results(&run, &one_game(), &Monitor::default()));
        take_job(&server);
        let _worker = RunningWorker::start(&server, 1);
        assert_eq!(batch.join().unwrap(), expected);
    });
}
