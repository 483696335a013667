use std::thread;

use tune2048_engine::{Depth, EvaluateError, Monitor};
use tune2048_tuner::subject::Evaluate;
use tune2048_workers::fingerprint;

use crate::made_up::{take_job, with_client};
use crate::support::{RunningWorker, Server, alone, job, one_game, results, wait_until};

#[test]
fn a_run_that_plays_too_needs_no_server() {
    let Some(server) = Server::start() else { return };
    let run = server.run(0).with_threads_here(2).unwrap();
    assert_eq!(run.concurrent_games(), 2);
    let (job, monitor) = (job(30), Monitor::default());
    let expected = alone(&job);
    thread::scope(|scope| {
        let batch = scope.spawn(|| results(&run, &job, &monitor));
        wait_until("games are played", || monitor.games_played() > 20);
        drop(server);
        assert_eq!(batch.join().unwrap(), expected);
    });
}

#[test]
fn a_worker_that_ends_gives_its_games_back() {
    let Some(server) = Server::start() else { return };
    let first = RunningWorker::start(&server, 1);
    let run = server.run(1);
    let mut job = job(4);
    job.subject = job.subject.at_depth(Depth::Fixed(2), "depth").unwrap().into();
    job.candidates.truncate(2);
    let monitor = Monitor::default();
    let expected = alone(&job);
    thread::scope(|scope| {
        let batch = scope.spawn(|| results(&run, &job, &monitor));
        wait_until("games are played", || monitor.games_played() > 0);
        let played = first.stop();
        assert!(played.games + played.given_back > 0);
        let _second = RunningWorker::start(&server, 1);
        assert_eq!(batch.join().unwrap(), expected);
    });
}

#[test]
fn games_of_a_run_that_was_interrupted_leave_the_server() {
    let Some(server) = Server::start() else { return };
    let run = server.run(1);
    let monitor = Monitor::default();
    let stream = format!("tune2048-{}", fingerprint());
    let messages = || {
        with_client(&server, async |client| {
            let stream = async_nats::jetstream::new(client).get_stream(&stream).await;
            stream.unwrap().cached_info().state.messages
        })
    };
    thread::scope(|scope| {
        let batch = scope.spawn(|| results(&run, &job(1), &monitor));
        wait_until("jobs are sent", || messages() > 0);
        monitor.request_stop();
        assert_eq!(batch.join().unwrap(), Err(EvaluateError::Interrupted));
    });
    drop(run);
    assert_eq!(messages(), 0);
}

#[test]
fn games_of_a_run_that_was_killed_are_dropped() {
    let Some(server) = Server::start() else { return };
    // A run that sends a job and is gone.
    with_client(&server, async |client| {
        let run = server.run(1);
        let subject = format!("tune2048.jobs.{}.workers.gone.key", fingerprint());
        client.publish(subject, "a job".into()).await.unwrap();
        client.flush().await.unwrap();
        drop(run);
    });
    let worker = RunningWorker::start(&server, 1);
    let run = server.run(1);
    let expected = alone(&one_game());
    assert_eq!(results(&run, &one_game(), &Monitor::default()), expected);
    drop(run);
    assert_eq!(worker.stop().games, 1);
}

#[test]
fn a_worker_that_hangs_loses_its_game() {
    let Some(server) = Server::start() else { return };
    let run = server.run(1);
    let expected = alone(&one_game());
    thread::scope(|scope| {
        let batch = scope.spawn(|| results(&run, &one_game(), &Monitor::default()));
        // Takes the job and shows no sign of life.
        with_client(&server, async |client| {
            drop(take_job(&client, "workers").await);
        });
        let _worker = RunningWorker::start(&server, 1);
        assert_eq!(batch.join().unwrap(), expected);
    });
}
