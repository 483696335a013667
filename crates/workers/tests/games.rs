use std::thread;
use std::time::Duration;

use tune2048_engine::evaluate::Opening;
use tune2048_engine::{EvaluateError, Monitor};
use tune2048_tuner::subject::{Evaluate, Job};

use crate::support::{Notices, RunningWorker, Server, alone, job, results, wait_until};
use tune2048_workers::{Worker, WorkersEvaluator};

#[test]
fn two_workers_play_the_games_of_one_machine() {
    let Some(server) = Server::start() else { return };
    let workers = [2, 1].map(|threads| RunningWorker::start(&server, threads));
    let run = server.run(3);
    assert_eq!(run.concurrent_games(), 3);
    let (whole, monitor) = (job(7), Monitor::default());
    // The same players, weights and seeds are other games after a beginning.
    let late = Job {
        beginning: Some(Opening { tile: 512, player: whole.candidate(0).board_player().unwrap() }),
        ..whole.clone()
    };
    for job in [&late, &whole] {
        assert_eq!(results(&run, job, &monitor), alone(job));
    }
    let games = 2 * whole.candidates.len() * whole.seeds.len();
    assert_eq!(monitor.games_played(), games as u64);
    drop(run);
    let played = workers.map(RunningWorker::stop);
    assert_eq!(played.iter().sum::<usize>(), games);
}

#[test]
fn several_threads_and_several_runs_share_workers() {
    let Some(server) = Server::start() else { return };
    let _worker = RunningWorker::start(&server, 2);
    let (job, monitor) = (job(3), Monitor::default());
    let expected = alone(&job);
    let runs = [server.run(2), server.run(2)];
    thread::scope(|scope| {
        for run in runs.iter().chain(&runs) {
            scope.spawn(|| assert_eq!(results(run, &job, &monitor), expected));
        }
    });
}

#[test]
fn a_worker_without_games_ends_when_it_was_told_to() {
    let Some(server) = Server::start() else { return };
    let idle_exit = Some(Duration::from_millis(50));
    let worker = Worker { idle_exit, ..Worker::new(server.address(), 1) };
    let played = worker.run(&Monitor::default(), &Notices::default().notice()).unwrap();
    assert_eq!(played, 0);
}

#[test]
fn a_worker_of_another_build_gets_no_games_and_both_sides_say_so() {
    let Some(server) = Server::start() else { return };
    let other = Worker { fingerprint: "another-build", ..Worker::new(server.address(), 1) };
    let other = RunningWorker::of(other);
    let notices = Notices::default();
    let run = WorkersEvaluator::connect(&server.address(), notices.notice()).unwrap();
    wait_until("the run says so", || notices.contain("is of another build"));
    wait_until("the worker says so", || other.notices.contain("a run of another build"));
    let monitor = Monitor::default();
    thread::scope(|scope| {
        let batch = scope.spawn(|| results(&run, &job(1), &monitor));
        // A worker of this build is not kept away.
        let _worker = RunningWorker::start(&server, 1);
        wait_until("games are played", || monitor.games_played() > 0);
        monitor.request_stop();
        let outcome = batch.join().unwrap();
        assert!(matches!(outcome, Ok(_) | Err(EvaluateError::Interrupted)), "{outcome:?}");
    });
    assert_eq!(other.stop(), 0);
}

#[test]
fn two_workers_play_all_games_twice() {
    let Some(server) = Server::start() else { return };
    let workers = [1, 1].map(|threads| RunningWorker::start(&server, threads));
    let run = server.run(2).verifying(Some(1));
    let mut job = job(3);
    job.candidates.truncate(1);
    let expected = alone(&job);
    assert_eq!(results(&run, &job, &Monitor::default()), expected);
    drop(run);
    for worker in workers {
        assert_eq!(worker.stop(), 3);
    }
}
